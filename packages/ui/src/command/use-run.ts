import { useApiQuery } from '@pauta/core/react';
import { useEffect, useRef } from 'react';
import { notify } from '../controls/toast.ts';
import { useCommands } from '../data/use-commands.ts';
import { useUndo } from '../undo/offer-undo.tsx';
import { type CommandRun, type FollowedRun, isOver, resultText, undoableRequest } from './command-run.ts';

interface Answer {
  readonly data: CommandRun;
}

/**
 * Follows a run until it ends: polls it once a second while the tab is visible, and reloads the resource at its end.
 *
 * @param onEnd called once
 */
export function useRun({ run: started, resource }: FollowedRun, onEnd: (run: CommandRun) => void) {
  const commands = useCommands(resource);
  const { data, error, mutate } = useApiQuery<Answer>(`/runs/${started.id}`, {
    fallbackData: { data: started },
    refreshInterval: (latest) => (latest && isOver(latest.data) ? 0 : 1000),
  });
  const run = data?.data ?? started;
  const end = useRef<((run: CommandRun) => void) | null>(onEnd);
  useEffect(() => {
    if (end.current) end.current = onEnd;
  });
  useEffect(() => {
    if (!isOver(run) || !end.current) return;
    const report = end.current;
    end.current = null;
    void commands.refresh().then(() => report(run));
  }, [run, commands]);
  return { run, error, mutate };
}

/** Shows the result of a run as a notification, with "Deshacer" where that is possible. */
export function useRunReport({ command }: Pick<FollowedRun, 'command'>): (run: CommandRun) => void {
  const undo = useUndo();
  return (run) => {
    const request = undoableRequest(run, command);
    notify(resultText(run, command), {
      tone: run.state === 'failed' ? 'danger' : 'success',
      ...(request !== undefined && { action: { label: 'Deshacer', run: () => void undo.run(request) } }),
    });
  };
}
