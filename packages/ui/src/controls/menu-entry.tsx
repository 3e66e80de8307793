import type { ReactElement } from 'react';
import { MenuItem } from 'react-aria-components/Menu';
import { Text } from 'react-aria-components/Text';
import type { MenuAction } from './menu.tsx';

/**
 * One action in an open menu. A disabled one can be reached with the keyboard like the others and shows the reason;
 * choosing it does nothing and leaves the menu open.
 */
export function MenuEntry({
  action,
  onAction,
}: {
  action: MenuAction;
  /** Instead of the action itself. */
  onAction?: () => void;
}): ReactElement {
  const { id, label, icon, tone, disabledReason } = action;
  return (
    <MenuItem
      data-tone={tone}
      data-unavailable={disabledReason ? true : undefined}
      id={id}
      onAction={disabledReason ? () => {} : (onAction ?? action.onAction)}
      ref={(element) => {
        // As a disabled item it could not be focused.
        if (disabledReason) element?.setAttribute('aria-disabled', 'true');
        else element?.removeAttribute('aria-disabled');
      }}
      shouldCloseOnSelect={!disabledReason}
      textValue={label}
    >
      {icon}
      <Text slot="label">{label}</Text>
      {disabledReason && (
        <Text data-reason slot="description">
          {disabledReason}
        </Text>
      )}
    </MenuItem>
  );
}
