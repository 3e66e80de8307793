import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
import { isGroup, type Menu, type MenuItem } from '../menu/menu.ts';
import { createRegistry, useRegister, useRegistered } from '../menu/registry.ts';
import { pressOf } from './key-press.ts';

/** A line of a command palette: somewhere to go, or something to do. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Where it stands: «CRM». */
  readonly group?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** A command that leads somewhere can be opened in a new tab. */
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

/** A page to go to. */
export interface PageCommand extends Command {
  readonly href: string;
}

/**
 * The pages of a menu as commands, those below its items too, in its order. What a person may not go to is left out.
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
 * Offers commands in the palette while the component is there: what can be done on this page.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the commands.
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
 * The shell's side of a command palette: whether it is open, Ctrl+K (⌘K) from anywhere, and what there is to do. How it
 * looks, and when its code is loaded, is the host's.
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
