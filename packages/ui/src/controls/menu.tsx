import type { ReactElement, ReactNode } from 'react';
import { Menu as Aria, MenuTrigger, Popover, Pressable } from 'react-aria-components/Menu';
import { styled } from 'styled-components';
import { MenuEntry } from './menu-entry.tsx';
import { floatingList } from './style.ts';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly tone?: 'danger' | undefined;
  /** Why the action is disabled; shown below its label. */
  readonly disabledReason?: string | undefined;
  readonly onAction: () => void;
}

const Floating = styled(Popover)`${floatingList}`;

/**
 * A button that opens a menu of actions. `children` is the button: a `Button` or an `IconButton`-like element.
 *
 * @example <Menu label="Más acciones" actions={actions}><Button icon={<Ellipsis />}>Más</Button></Menu>
 */
export function Menu({
  label,
  actions,
  onOpen,
  children,
}: {
  label: string;
  actions: readonly MenuAction[];
  /** Called when the menu opens, to load what its actions depend on. */
  onOpen?: (() => void) | undefined;
  children: ReactElement;
}): ReactElement {
  return (
    <MenuTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      {/* biome-ignore lint/suspicious/noExplicitAny: react-aria wants a DOM element, which the child renders. */}
      <Pressable>{children as ReactElement<any, string>}</Pressable>
      <Floating offset={4} placement="bottom end">
        <Aria aria-label={label} items={actions}>
          {(action) => <MenuEntry action={action} />}
        </Aria>
      </Floating>
    </MenuTrigger>
  );
}
