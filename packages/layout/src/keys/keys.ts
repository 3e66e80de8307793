export { useRegionKeys } from '../shell/regions.ts';
export {
  type Command,
  commandsOfMenu,
  type PageCommand,
  type PaletteControls,
  useCommands,
  usePalette,
} from './commands.ts';
export {
  type Keyed,
  type KeyMap,
  keyConflict,
  keyMap,
  keysOf,
  parseKeyMap,
  useKeyMap,
  useKeysOf,
} from './key-map.ts';
export { ariaKeys, isSingleKey, parseKeys, pressOf, sequenceStep } from './key-press.ts';
export { ShortcutEditor, type ShortcutEditorProps } from './shortcut-editor.tsx';
export { ShortcutSheet, type ShortcutSheetProps } from './shortcut-sheet.tsx';
export { singleKeys, useSingleKeys } from './single-keys.ts';
export {
  type Shortcut,
  type ShortcutGroup,
  type ShortcutLine,
  useShortcutGroups,
  useShortcuts,
} from './use-shortcuts.ts';
