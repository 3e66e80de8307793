import { styled } from 'styled-components';
import { visuallyHidden } from './style.ts';

/** Text for screen readers alone. */
export const VisuallyHidden = styled.span`${visuallyHidden}`;
