import type { ReactElement, ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'shape' | 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A square button that shows only an icon. @example <IconButton label="Cerrar" icon={<X />} onClick={close} /> */
export function IconButton({ label, icon, tone = 'quiet', ...rest }: IconButtonProps): ReactElement {
  return (
    // The tooltip of the button says why it is disabled.
    <Tooltip text={rest.disabledReason ? undefined : label}>
      <Button {...rest} aria-label={label} icon={icon} shape="icon" tone={tone} />
    </Tooltip>
  );
}
