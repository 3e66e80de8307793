import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
import { isGroup, type Menu, type MenuItem } from '../menu/menu.ts';
import { createRegistry, useRegister, useRegistered } from '../menu/registry.ts';
import { pressOf } from './key-press.ts';

/** A line of a command palette: opens a page or runs an action. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Where the command belongs: «CRM». */
  readonly group?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** Address of a command that opens a page, so that it can be opened in a new tab. */
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

/** A command that opens a page. */
export interface PageCommand extends Command {
  readonly href: string;
}

/**
 * The pages of a menu as commands, including the pages below its items, in menu order. Disabled items are left out.
 *
 * @example
 * commandsOfMenu(menu)[1]; // { id: 'crm/clientes', label: 'Clientes', href: '/crm/clientes', group: 'CRM' }
 */
export function commandsOfMenu(menu: Menu): readonly PageCommand[] {
  const commands = (items: readonly MenuItem[], group: string | undefined): PageCommand[] =>
    items.flatMap(({ id, label, href, keywords, pages, disabledReason }) => [
      ...(disabledReason ? [] : [{ id, label, href, keywords, group }]),
      ...commands(pages ?? [], label),
    ]);
  return menu.flatMap((entry) => {
    if (!isGroup(entry)) return commands([entry], undefined);
    return entry.repeats ? [] : commands([...entry.items, ...(entry.pages ?? [])], entry.label);
  });
}

const registered = createRegistry<readonly Command[]>();

/**
 * Registers commands of the current page in the palette while the component is mounted.
 *
 * @example
 * useCommands([{ id: 'print', label: 'Imprimir la cotización', run: () => print() }]);
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const signature = JSON.stringify(
    commands.map(({ id, label, group, keywords, href, run }) => [id, label, group, keywords, href, !!run]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `signature` changes whenever the commands do.
  const offered = useMemo(
    () =>
      commands.map((command): Command => {
        if (!command.run) return command;
        const run = (): void => latest.current.find(({ id }) => id === command.id)?.run?.();
        return { ...command, run };
      }),
    [signature],
  );
  useRegister(registered, offered, offered);
}

export interface PaletteControls {
  readonly open: boolean;
  readonly setOpen: Dispatch<SetStateAction<boolean>>;
  /** Commands that parts of the page registered with `useCommands`. */
  readonly commands: readonly Command[];
}

/**
 * State of a command palette: whether it is open, Ctrl+K (⌘K) from any element of the page, and the registered
 * commands. The host app renders the palette and decides when its code is loaded.
 *
 * @example
 * const { open, setOpen, commands } = usePalette();
 * {open && <Suspense><Palette commands={[...commandsOfMenu(menu), ...commands]} onClose={() => setOpen(false)} /></Suspense>}
 */
export function usePalette(): PaletteControls {
  const [open, setOpen] = useState(false);
  const lists = useRegistered(registered);
  const commands = useMemo(() => lists.flat(), [lists]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (pressOf(event) !== 'Mod+k' || event.defaultPrevented) return;
      event.preventDefault();
      setOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return { open, setOpen, commands };
}
