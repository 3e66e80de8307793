import type { Command } from '@pauta/domain/resource/command.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/** A command that a job executes, as the API answers it: `GET /api/runs/{id}`. */
export interface CommandRun {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'finished' | 'cancelled' | 'failed';
  readonly done: number;
  /** Null: not known. */
  readonly total: number | null;
  readonly answer: Readonly<Record<string, unknown>> | null;
  readonly error: string | null;
  readonly request_id: string;
  readonly cancel_requested_at: string | null;
}

/** A run with the definitions needed to report it. */
export interface FollowedRun {
  readonly run: CommandRun;
  readonly resource: Resource;
  readonly command: Command;
}

export const isOver = ({ state }: CommandRun): boolean => state !== 'waiting' && state !== 'running';

const extent = ({ done, total }: CommandRun): string =>
  total === null ? formatCount(done) : `${formatCount(done)} de ${formatCount(total)}`;

/** @example progressText({ state: 'running', done: 1200, total: 5000, … }) // 'Procesando 1,200 de 5,000…' */
export const progressText = (run: CommandRun): string => {
  if (run.state === 'waiting' && run.done === 0) return 'En espera de su turno…';
  return run.done === 0 && run.total === null ? 'Procesando…' : `Procesando ${extent(run)}…`;
};

/** The result of a run that ended. */
export const resultText = (run: CommandRun, { label, done }: Command): string => {
  if (run.state === 'finished') return done;
  const kept = run.done === 0 ? 'No se guardó ningún cambio.' : `Lo hecho se conserva: ${extent(run)}.`;
  return run.state === 'cancelled'
    ? `«${label}» se detuvo. ${kept}`
    : `«${label}» no terminó. ${run.error ?? ''} ${kept}`;
};

/** The request by which what the run wrote is undone; undefined where there is nothing, or it cannot be. */
export const undoableRequest = (run: CommandRun, { undo }: Command): string | undefined =>
  undo && 'by' in undo && undo.by === 'log' && (run.done > 0 || run.state === 'finished')
    ? run.request_id
    : undefined;
