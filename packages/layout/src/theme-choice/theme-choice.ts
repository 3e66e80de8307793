import { useSyncExternalStore } from 'react';
import { storedValues } from '../stored-value.ts';

/** Light, dark, or the current theme of the system. */
export type ThemeChoice = 'light' | 'dark' | 'auto';

/** The default theme. */
const unchosen = 'light';

const isChoice = (value: string | null): value is ThemeChoice =>
  value === 'light' || value === 'dark' || value === 'auto';

const choices = storedValues<ThemeChoice>((stored) => (isChoice(stored) ? stored : unchosen), String);

/**
 * Applies the chosen theme to the page, and applies it again whenever the choice changes, in this tab or another one.
 * Call it once, before rendering.
 *
 * @param storageKey Key of `localStorage`; the other functions and {@link themeScript} must get the same one.
 * @returns A function that stops applying changes.
 */
export function applyTheme(storageKey = 'pauta.theme'): () => void {
  const choice = choices(storageKey);
  const wear = (): void => {
    document.documentElement.dataset.theme = choice.get();
  };
  const end = choice.subscribe(wear);
  wear();
  return end;
}

/** Chooses a theme and stores the choice in this browser. */
export function chooseTheme(theme: ThemeChoice, storageKey = 'pauta.theme'): void {
  choices(storageKey).update(() => theme);
}

/**
 * The theme that the user chose; light if none was chosen.
 *
 * @example
 * const theme = useThemeChoice();
 * <select onChange={(event) => chooseTheme(event.target.value as ThemeChoice)} value={theme}>…</select>
 */
export function useThemeChoice(storageKey = 'pauta.theme'): ThemeChoice {
  const choice = choices(storageKey);
  return useSyncExternalStore(choice.subscribe, choice.get, () => unchosen);
}

/**
 * A script for the head of a page that applies the chosen theme before the first paint.
 *
 * @returns JavaScript of one line, safe inside `<script>`; allow it in the content security policy by its hash.
 */
export function themeScript(storageKey = 'pauta.theme'): string {
  const key = JSON.stringify(storageKey).replaceAll('<', '\\u003c');
  return `try{document.documentElement.dataset.theme=localStorage.getItem(${key})||'${unchosen}'}catch{}`;
}
