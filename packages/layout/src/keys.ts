export {
  type Command,
  commandsOfMenu,
  type PageCommand,
  type PaletteControls,
  useCommands,
  usePalette,
} from './commands.ts';
export { ariaKeys, isSingleKey, parseKeys, pressOf, sequenceStep } from './key-press.ts';
export { useRegionKeys } from './regions.ts';
export { ShortcutSheet, type ShortcutSheetProps } from './shortcut-sheet.tsx';
export { singleKeys, useSingleKeys } from './single-keys.ts';
export { type Shortcut, type ShortcutGroup, useShortcutGroups, useShortcuts } from './use-shortcuts.ts';
