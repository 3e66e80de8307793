import { useSyncExternalStore } from 'react';
import { storedValues } from '../stored-value.ts';

/** Light, dark, or as the system is, also when it changes. */
export type ThemeChoice = 'light' | 'dark' | 'auto';

/** The default theme. */
const unchosen = 'light';

const isChoice = (value: string | null): value is ThemeChoice =>
  value === 'light' || value === 'dark' || value === 'auto';

const choices = storedValues<ThemeChoice>((stored) => (isChoice(stored) ? stored : unchosen), String);

/**
 * Puts the chosen theme on the page, now and whenever it is chosen again, in this tab or in another one. Call it once,
 * before rendering.
 *
 * @param storageKey of `localStorage`; the other functions and {@link themeScript} take the same
 * @returns ends it
 */
export function wearTheme(storageKey = 'pauta.theme'): () => void {
  const choice = choices(storageKey);
  const wear = (): void => {
    document.documentElement.dataset.theme = choice.get();
  };
  const end = choice.subscribe(wear);
  wear();
  return end;
}

/** Chooses a theme and remembers it in this browser. */
export function chooseTheme(theme: ThemeChoice, storageKey = 'pauta.theme'): void {
  choices(storageKey).update(() => theme);
}

/**
 * The theme that a person chose, light for who chose none.
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
 * A script for the head of a page: the chosen theme is there at the first paint.
 *
 * @returns JavaScript of one line, safe inside `<script>`; allow it in the content security policy by its hash.
 */
export function themeScript(storageKey = 'pauta.theme'): string {
  const key = JSON.stringify(storageKey).replaceAll('<', '\\u003c');
  return `try{document.documentElement.dataset.theme=localStorage.getItem(${key})||'${unchosen}'}catch{}`;
}
