import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ControlTotal } from '@pauta/domain/resource/tie-out.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeFailure, type Failure } from '../data/failure.ts';
import { useSearchParams } from '../router.ts';
import type { ImportJob } from './import-job.ts';

const busy: readonly ImportJob['status'][] = ['reading', 'checking', 'committing'];

/** An import and the actions of its screen. */
export interface Import {
  /** Undefined before a file is uploaded, and while the import is loading. */
  readonly job: ImportJob | undefined;
  readonly isLoading: boolean;
  /** The failure of the last action. */
  readonly failure: Failure | undefined;
  /** Whether a request is running. */
  readonly pending: boolean;
  upload(file: File | string): void;
  /** Saves the mapping of columns, then checks every row. */
  check(mapping: readonly (string | null)[], key: string | null, blanks: ImportJob['blanks']): void;
  /** @param expected sums that have to agree, or nothing is stored */
  commit(includeDuplicates: boolean, expected: readonly ControlTotal[]): void;
  cancel(): void;
  /** Takes over the import returned by a correction. */
  take(job: ImportJob): void;
  /** Returns to the mapping of columns, with the same file. */
  remap(): void;
  open(id: string): void;
  startOver(): void;
}

/** The import named in the address (`?importacion=`), so that a reload or another tab continues it. */
export function useImport(resource: Resource): Import & { readonly remapping: boolean } {
  const api = useApi();
  const invalidate = useInvalidate();
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get('importacion');
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const [remapping, setRemapping] = useState(false);
  const path = id ? `/imports/${encodeURIComponent(id)}` : null;
  const query = useApiQuery<{ data: ImportJob }>(path, {
    revalidateOnFocus: false,
    refreshInterval: (latest) => (latest && busy.includes(latest.data.status) ? 1000 : 0),
  });
  const job = query.data?.data;
  const status = job?.status;

  const before = useRef(status);
  useEffect(() => {
    // The import has changed records, so cached data of the resource is outdated.
    if (before.current === 'committing' && status !== 'committing')
      void invalidate(`/${resource.path}`).catch(() => {});
    before.current = status;
  }, [status, invalidate, resource]);

  const attempt = useCallback(async (work: () => Promise<void>): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setPending(false);
    }
  }, []);

  const open = (next: string): void => {
    setFailure(undefined);
    setRemapping(false);
    setParameters(next === '' ? {} : { importacion: next });
  };
  const post = async (name: string, body: object = {}): Promise<void> => {
    const answer = await api.post<{ data: ImportJob }>(`${path}/${name}`, body);
    await query.mutate(answer, { revalidate: false });
  };

  return {
    job,
    isLoading: query.isLoading,
    failure: failure ?? (query.error && !job ? describeFailure(query.error) : undefined),
    pending,
    remapping,
    open,
    startOver: () => open(''),
    remap: () => setRemapping(true),
    take: (next) => void query.mutate({ data: next }, { revalidate: false }),
    upload: (file) =>
      void attempt(async () => {
        let body: FormData | { text: string };
        if (typeof file === 'string') body = { text: file };
        else {
          body = new FormData();
          body.append('file', file);
        }
        const { data } = await api.post<{ data: ImportJob }>(`/${resource.path}/imports`, body, {
          timeout: 300_000,
        });
        open(data.id);
      }),
    check: (mapping, key, blanks) =>
      void attempt(async () => {
        const { row_version: version } = job as ImportJob;
        await api.put(`${path}/mapping`, { mapping, key, blanks }, { ifMatch: version });
        await post('check');
        setRemapping(false);
      }),
    commit: (includeDuplicates, expected) =>
      void attempt(() =>
        post('commit', {
          include_duplicates: includeDuplicates,
          ...(expected.length > 0 && { control_totals: expected }),
        }),
      ),
    cancel: () => void attempt(() => post('cancel')),
  };
}
