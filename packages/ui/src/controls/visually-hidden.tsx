import { styled } from 'styled-components';
import { visuallyHidden } from './style.ts';

/** Text that only screen readers perceive. */
export const VisuallyHidden = styled.span`${visuallyHidden}`;
