import { ApiError } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractFiles } from '@pauta/domain/sales/contracts/documents/contract-file.ts';
import { type ScanMatch, scanMatcher } from '@pauta/domain/sales/contracts/running/match-scans.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { uploadFile } from '@pauta/ui/data/upload-file.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { hashOf, whyNoScan } from './scan-file.ts';
import type { ImportedContract } from './scanned-contract.ts';

/** A chosen file with the contract that it is attached to. */
export interface Scan {
  readonly key: string;
  readonly file: File;
  /** Its name, after the folders that were chosen with it. */
  readonly path: string;
  readonly match: ScanMatch;
  /** Null: it is left out. */
  readonly contractId: string | null;
  /**
   * `reading`: its content is being examined. `unfit`: it cannot be attached. `ready`: it can. `attached` is attached now,
   * `already` was before.
   */
  readonly state: 'reading' | 'unfit' | 'ready' | 'sending' | 'attached' | 'already' | 'failed';
  /** Sent part, from 0 to 1. */
  readonly part: number;
  /** Why it cannot be, or was not attached. */
  readonly failure: string | null;
}

export interface Scans {
  readonly scans: readonly Scan[];
  readonly isRunning: boolean;
  readonly hasRun: boolean;
  /** Why the upload stopped before its end. */
  readonly stopped: string | null;
  add(files: Iterable<File>): void;
  choose(key: string, contractId: string | null): void;
  /** Attaches, one after another, all that have a contract and are not attached. */
  start(): void;
  stop(): void;
}

/** A failure that every further file would have too. */
const isLasting = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || [401, 403].includes(error.status));

const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** The order of the files: one that is named by the number alone comes before those with more words. */
const inOrder = (a: Scan, b: Scan): number => {
  const [first = '', second = ''] = [a, b].map(({ path }) =>
    path.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[\s._-]+/g, ' '),
  );
  return first.localeCompare(second, 'es', { numeric: true, sensitivity: 'base' });
};

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The chosen scans and their upload. */
export function useScans(known: readonly ImportedContract[]): Scans {
  const api = useApi();
  const invalidate = useInvalidate();
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [hasRun, setHasRun] = useState(false);
  const [stopped, setStopped] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  const matcher = useMemo(() => scanMatcher(known), [known]);
  const byId = useMemo(() => new Map(known.map((one) => [one.id, one])), [known]);
  useEffect(() => () => running.current?.abort(), []);

  const change = (key: string, values: Partial<Scan>): void =>
    setScans((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));

  /** Whether the contract has this file. The content is read only if it has any. */
  const isAttached = async (file: File, contractId: string | null): Promise<boolean> => {
    const hashes = (contractId !== null && byId.get(contractId)?.hashes) || [];
    if (hashes.length === 0) return false;
    const hash = await hashOf(file);
    return hash !== null && hashes.includes(hash);
  };

  const examine = async ({ key, file, contractId }: Scan): Promise<void> => {
    const failure = await whyNoScan(file);
    const isOld = failure === null && (await isAttached(file, contractId));
    const state = failure !== null ? 'unfit' : isOld ? 'already' : 'ready';
    // Another contract may have been chosen meanwhile, which has its own examination.
    setScans((all) =>
      all.map((one) => (one.key === key && one.contractId === contractId ? { ...one, state, failure } : one)),
    );
  };

  const attach = async ({ key, file }: Scan, contractId: string, signal: AbortSignal): Promise<void> => {
    const stored = await uploadFile(api, file, signal, (part) => change(key, { part }));
    const { data } = await api.post<{ data: { already: boolean } }>(
      `/contracts/${contractId}/attach_scan`,
      { scan: stored.id },
      { signal },
    );
    change(key, { state: data.already ? 'already' : 'attached', failure: null });
  };

  /** @returns whether the next file follows */
  const send = async (scan: Scan, contractId: string, signal: AbortSignal): Promise<boolean> => {
    change(scan.key, { state: 'sending', part: 0, failure: null });
    for (;;) {
      try {
        await attach(scan, contractId, signal);
        return true;
      } catch (error) {
        if (signal.aborted) {
          change(scan.key, { state: 'ready' });
          return false;
        }
        if (error instanceof ApiError && error.status === 429) {
          await wait(error.retryAfter ?? 5, signal);
          continue;
        }
        const message =
          error instanceof ApiError
            ? (Object.values(error.errors)[0]?.[0] ?? describeFailure(error).message)
            : error instanceof Error
              ? error.message
              : 'No se pudo subir el archivo.';
        change(scan.key, { state: 'failed', failure: message });
        if (isLasting(error)) setStopped(message);
        return !isLasting(error);
      }
    }
  };

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setHasRun(true);
    setStopped(null);
    // What failed before comes last, so that it does not stop the others again.
    const turns = (['ready', 'failed'] as const).flatMap((state) =>
      scans.filter((one) => one.state === state),
    );
    for (const scan of turns)
      if (scan.contractId !== null && !(await send(scan, scan.contractId, controller.signal))) break;
    if (running.current === controller) running.current = undefined;
    setRunning(false);
    await invalidate(`/${contracts.path}`, `/${contractFiles.path}`).catch(() => {});
  };

  return {
    scans,
    isRunning,
    hasRun,
    stopped,
    add: (files) => {
      const listed = new Set(scans.map(({ key }) => key));
      const added = [...files].flatMap((file): Scan[] => {
        const path = pathOf(file);
        const key = `${path}:${file.size}:${file.lastModified}`;
        // Hidden files, such as those that a system adds to folders.
        if (listed.has(key) || file.name.startsWith('.') || file.name === 'Thumbs.db') return [];
        listed.add(key);
        const match = matcher(path);
        return [{ key, file, path, match, contractId: match.id, state: 'reading', part: 0, failure: null }];
      });
      setScans((all) => [...all, ...added].toSorted(inOrder));
      // One after another, so that hundreds of files are not read into memory at once.
      void added.reduce((turn, scan) => turn.then(() => examine(scan)), Promise.resolve());
    },
    choose: (key, contractId) => {
      const scan = scans.find((one) => one.key === key);
      if (!scan || scan.state === 'unfit') return;
      change(key, { contractId, state: 'reading', failure: null });
      void examine({ ...scan, contractId });
    },
    start: () => void start(),
    stop: () => running.current?.abort(),
  };
}
