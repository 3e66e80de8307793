import { useEffect, useReducer } from 'react';
import type { Registration } from '../registration.ts';
import type { State } from '../state.ts';

/**
 * A part of a form's state. The component is rendered again only when it changes, so that a keystroke renders only its
 * field.
 */
export function useWatched<const Parts extends readonly unknown[]>(
  form: Registration,
  select: (state: State) => Parts,
): Parts {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const parts = select(form.state);
  useEffect(() => {
    const look = (): void => {
      if (select(form.state).some((part, index) => part !== parts[index])) draw();
    };
    // Detects changes between render and effect.
    look();
    return form.watch(look);
  });
  return parts;
}
