import type { ReactElement } from 'react';
import { MenuItem } from 'react-aria-components/Menu';
import { Text } from 'react-aria-components/Text';
import type { MenuAction } from './menu.tsx';

/**
 * One action in an open menu. A disabled action can be focused with the keyboard and shows its reason; selecting it has
 * no effect and leaves the menu open.
 */
export function MenuEntry({
  action,
  onAction,
}: {
  action: MenuAction;
  /** Replaces the callback of `action`. */
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
        // react-aria's `isDisabled` would prevent focusing the item, so only the attribute is set.
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
