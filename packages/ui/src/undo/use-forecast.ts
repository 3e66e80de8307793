import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import { describeFailure } from '../data/failure.ts';
import type { UndoAnswer } from './undo-answer.ts';

/** The preview of undoing a request. Null makes no request. */
export const useForecast = (requestId: string | null): ApiQuery<{ readonly data: UndoAnswer }> =>
  useApiQuery<{ readonly data: UndoAnswer }>(
    requestId === null ? null : `/undo/${encodeURIComponent(requestId)}`,
    { revalidateOnFocus: false, revalidateIfStale: true },
  );

/** Why no part of the request can be undone; undefined if some part can. */
export const whyNotUndone = ({
  data,
  error,
}: Pick<ReturnType<typeof useForecast>, 'data' | 'error'>): string | undefined => {
  if (data) return data.data.undone === 0 ? data.data.blocked[0]?.reason : undefined;
  return error ? describeFailure(error).message : undefined;
};
