import { useEffect } from 'react';
import { fold } from '../menu/fold.ts';

/** Letters typed within this time, in milliseconds, form one prefix. */
const wordPause = 700;

/**
 * The target of a key in a list of labels: ↓ ↑ for the next and previous one, wrapping around, Home and End, and
 * letters for the next label with that prefix. `null` for any other key.
 *
 * @param typed letters typed just before, folded
 */
export function menuKeyTarget(labels: readonly string[], at: number, key: string, typed = ''): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const letter = fold(key).text;
  if ([...key].length !== 1 || letter.trim() === '') return null;
  const word = typed + letter;
  // The first letter moves to the next match; further letters may keep the current one.
  const from = at + (typed === '' ? 1 : 0);
  const order = labels.map((_, index) => (index + Math.max(from, 0)) % count);
  return order.find((index) => fold(labels[index] ?? '').text.startsWith(word)) ?? null;
}

const entries = '[data-menu] > li > :is(a, button), [data-menu] [data-flyout]:not([hidden]) a';

/**
 * Arrow keys, Home, End and letters in every `SideMenu` of the page, in addition to Tab, which still stops at each
 * link; on the rail → and ← open and close flyouts.
 *
 * @example
 * function Shell() {
 *   useMenuKeys();
 *   return <AppShell … />;
 * }
 */
export function useMenuKeys(): void {
  useEffect(() => {
    let typed = '';
    let last = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>(entries) : null;
      const nav = target?.closest('nav');
      // Space presses a group's button.
      if (!target || !nav || event.key === ' ') return;
      const all = [...nav.querySelectorAll<HTMLElement>(entries)];
      if (event.timeStamp - last > wordPause) typed = '';
      const labels = all.map((entry) => entry.querySelector('[data-label]')?.textContent ?? '');
      const next = menuKeyTarget(labels, all.indexOf(target), event.key, typed);
      if (next === null) return;
      if (event.key.length === 1) {
        typed += fold(event.key).text;
        last = event.timeStamp;
      }
      event.preventDefault();
      all[next]?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
