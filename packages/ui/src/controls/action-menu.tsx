import type { ReactElement, RefObject } from 'react';
import { Menu as Aria, Popover } from 'react-aria-components/Menu';
import { styled } from 'styled-components';
import type { MenuAction } from './menu.tsx';
import { MenuEntry } from './menu-entry.tsx';
import { floatingList } from './style.ts';

const Floating = styled(Popover)`${floatingList}`;

/**
 * An open menu of actions beside the button that opened it. It is the content of `Menu`, for screens that load the menu
 * only when it is first opened. The focus returns to the button before the action runs, so that the action can move it.
 *
 * @example {open && <ActionMenu actions={actions} label="Más" onClose={() => setOpen(false)} trigger={button} />}
 */
export function ActionMenu({
  label,
  actions,
  trigger,
  onClose,
}: {
  label: string;
  actions: readonly MenuAction[];
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}): ReactElement {
  return (
    <Floating
      aria-label={label}
      isOpen
      offset={4}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom end"
      triggerRef={trigger}
    >
      <Aria aria-label={label} autoFocus="first" items={actions}>
        {(action) => (
          <MenuEntry
            action={action}
            onAction={() => {
              onClose();
              // Closing the popover returns the focus to the button; the action runs after that.
              setTimeout(action.onAction, 30);
            }}
          />
        )}
      </Aria>
    </Floating>
  );
}
