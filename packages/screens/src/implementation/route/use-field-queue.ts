import { createIdempotencyKey } from '@pauta/core';
import { useApi, useUser } from '@pauta/core/react';
import type { RouteAct } from '@pauta/domain/implementation/route/crew-route.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { changeEntry, dropEntry, type FieldEntry, keepEntry, readQueue } from './field-store.ts';
import { sendEntry } from './send-entry.ts';

/** Between attempts while something waits. */
const pause = 20_000;

/** How long a telephone may look for its place. */
const placeTimeout = 15_000;

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const hashOf = async (content: Blob): Promise<string | null> =>
  globalThis.crypto?.subtle
    ? hexOf(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()))
    : null;

/** Where the telephone is; null where it is not permitted or not known. */
const whereAmI = (): Promise<GeolocationCoordinates | null> =>
  new Promise((resolve) => {
    const geolocation = navigator.geolocation as Geolocation | null | undefined;
    if (!geolocation) {
      resolve(null);
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: placeTimeout, maximumAge: 60_000 },
    );
  });

/** One tab sends at a time; the others find the queue empty afterwards. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  // Without https there are none.
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return work();
  await locks.request('pauta-field-queue', { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
};

export interface FieldQueue {
  /** What is not sent; undefined until it is read. */
  readonly entries: readonly FieldEntry[] | undefined;
  readonly isSending: boolean;
  /** This browser keeps nothing, so that what is done is lost with the tab; null while it can. */
  readonly problem: string | null;
  tick(
    step: { readonly id: string; readonly orderId: string; readonly task: string },
    isDone: boolean,
  ): Promise<void>;
  /** Starts or finishes an order. */
  act(order: { readonly id: string; readonly description: string }, act: RouteAct): Promise<void>;
  photo(order: { readonly id: string; readonly description: string }, file: File): Promise<void>;
  retry(id: string): Promise<void>;
  discard(id: string): Promise<void>;
  send(): Promise<void>;
}

/**
 * What is done without a network: it is kept in the browser before anything else, and sends itself when the network is
 * back, also after the tab was closed.
 *
 * @param onSent called after something was sent
 */
export function useFieldQueue(onSent: () => void): FieldQueue {
  const api = useApi();
  const user = useUser();
  const userId = String(user?.id ?? '');
  const [entries, setEntries] = useState<readonly FieldEntry[]>();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef(onSent);
  sent.current = onSent;
  const isBusy = useRef(false);
  /** Something was added while the queue was being sent. */
  const again = useRef(false);

  const reload = useCallback(async (): Promise<readonly FieldEntry[]> => {
    try {
      const all = await readQueue(userId);
      setEntries(all);
      return all;
    } catch {
      setProblem('Este navegador no guarda lo que haga sin conexión. Use otro, o salga del modo privado.');
      setEntries([]);
      return [];
    }
  }, [userId]);

  const send = useCallback(async (): Promise<void> => {
    if (isBusy.current) {
      again.current = true;
      return;
    }
    isBusy.current = true;
    let any = false;
    try {
      await alone(async () => {
        do {
          again.current = false;
          for (const entry of await reload()) {
            if (entry.failure !== null) continue;
            setSending(true);
            const result = await sendEntry(api, entry);
            // The later ones would not be answered either, and a step is not taken back before it was ticked.
            if (result.is === 'later') return;
            if (result.is === 'sent') {
              await dropEntry(entry.id);
              any = true;
            } else await changeEntry(entry.id, { failure: result.why });
            await reload();
          }
        } while (again.current);
      });
    } finally {
      isBusy.current = false;
      setSending(false);
    }
    if (any) sent.current();
  }, [api, reload]);

  useEffect(() => {
    // What waits is shown at once, also while another tab sends it.
    void reload();
    const start = (): void => void send();
    start();
    addEventListener('online', start);
    document.addEventListener('visibilitychange', start);
    const timer = setInterval(start, pause);
    return () => {
      removeEventListener('online', start);
      document.removeEventListener('visibilitychange', start);
      clearInterval(timer);
    };
  }, [reload, send]);

  return useMemo(() => {
    const add = async (entry: FieldEntry): Promise<void> => {
      try {
        await keepEntry(entry);
      } catch {
        setProblem(
          'No hay espacio en el teléfono para guardar lo que hizo. Libere espacio e intente de nuevo.',
        );
        return;
      }
      await reload();
    };
    const base = (orderId: string, title: string) => ({
      id: createIdempotencyKey(),
      userId,
      orderId,
      title,
      madeAt: Date.now(),
      failure: null,
    });
    return {
      entries,
      isSending,
      problem,
      tick: async ({ id, orderId, task }, isDone) => {
        await add({ ...base(orderId, task), kind: 'tick', stepId: id, isDone });
        await send();
      },
      act: async ({ id, description }, act) => {
        await add({ ...base(id, description), kind: 'act', act, version: null });
        await send();
      },
      photo: async ({ id, description }, file) => {
        const taken = base(id, description.slice(0, 160));
        // The content and not the file: some telephones delete the picture of the camera once the page has it.
        const content = new Blob([await file.arrayBuffer()], { type: file.type || 'image/jpeg' });
        await add({
          ...taken,
          kind: 'photo',
          name: file.name || 'foto.jpg',
          content,
          sha256: await hashOf(content),
          latitude: null,
          longitude: null,
          accuracy_m: null,
        });
        const here = await whereAmI();
        if (here)
          await changeEntry(taken.id, {
            latitude: here.latitude,
            longitude: here.longitude,
            accuracy_m: Math.min(100_000, Math.round(here.accuracy)),
          });
        await send();
      },
      retry: async (id) => {
        await changeEntry(id, { failure: null });
        await send();
      },
      discard: async (id) => {
        await dropEntry(id);
        await reload();
      },
      send,
    };
  }, [entries, isSending, problem, reload, send, userId]);
}
