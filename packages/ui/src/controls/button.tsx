import { type ComponentPropsWithRef, type MouseEvent, type ReactElement, type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { type ButtonTone, buttonStyle } from './button-style.ts';
import { Spinner } from './spinner.tsx';
import { notify } from './toast.ts';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const Base = styled.button`${buttonStyle}`;

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  readonly tone?: ButtonTone;
  readonly size?: 'medium' | 'small';
  /** Shown before the text. */
  readonly icon?: ReactNode;
  /** While true, a spinner replaces the text and clicks have no effect; the button keeps the focus. */
  readonly loading?: boolean;
  /** Why it is disabled. The button stays focusable and announces the reason. */
  readonly disabledReason?: string | undefined;
  readonly shape?: 'icon';
}

/**
 * A button. It never uses the HTML attribute `disabled`, which would remove its focus and hide the reason.
 *
 * @example <Button tone="primary" loading={saving} type="submit">Guardar</Button>
 * @example <Button disabledReason="Le falta el permiso «Crear clientes».">Nuevo cliente</Button>
 */
export function Button({
  tone = 'secondary',
  size,
  icon,
  loading = false,
  disabledReason,
  shape,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  const reasonId = useId();
  const inert = loading || disabledReason !== undefined;
  const button = (
    <Base
      {...rest}
      aria-busy={loading || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      aria-disabled={inert || undefined}
      data-shape={shape}
      data-size={size}
      data-tone={tone}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (!inert) return onClick?.(event);
        event.preventDefault();
        // Touch devices have no hover, so the tooltip with the reason cannot be shown.
        if (disabledReason && matchMedia('(hover: none)').matches) notify(disabledReason, { tone: 'danger' });
      }}
      type={type}
    >
      <span data-face>
        {icon}
        {children}
      </span>
      {loading && <Spinner />}
      {disabledReason && (
        <VisuallyHidden hidden id={reasonId}>
          {disabledReason}
        </VisuallyHidden>
      )}
    </Base>
  );
  return <Tooltip text={disabledReason}>{button}</Tooltip>;
}
