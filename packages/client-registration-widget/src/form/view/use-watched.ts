import { useEffect, useReducer } from 'react';
import type { Registration } from '../registration.ts';
import type { State } from '../state.ts';

/** Parts of a form's state, drawn again when one of them is another: at a keystroke its field and nothing else. */
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
    // Catches changes between render and now.
    look();
    return form.watch(look);
  });
  return parts;
}
