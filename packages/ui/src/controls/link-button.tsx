import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Link, type LinkProps } from '../router.ts';
import { type ButtonTone, buttonStyle } from './button-style.ts';

const Base = styled(Link)`${buttonStyle}`;

export interface LinkButtonProps extends LinkProps {
  readonly tone?: ButtonTone;
  readonly size?: 'medium' | 'small';
  readonly icon?: ReactNode;
}

/** A link of the router that looks like a button. Use it for navigation, and `Button` for actions. */
export function LinkButton({
  tone = 'secondary',
  size,
  icon,
  children,
  ...rest
}: LinkButtonProps): ReactElement {
  return (
    <Base {...rest} data-size={size} data-tone={tone}>
      <span data-face>
        {icon}
        {children}
      </span>
    </Base>
  );
}
