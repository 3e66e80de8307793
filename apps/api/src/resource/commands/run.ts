import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { isUser } from '../../platform/access.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { JobKind } from '../../platform/jobs/job.ts';
import type { Context } from './context.ts';
import type { RunProgress } from './handler.ts';

/** A row of `command_runs`: a command that a job executes in chunks. */
export interface CommandRun extends RunProgress {
  readonly id: string;
  readonly resource: string;
  readonly command: string;
  /** Null for a command of the collection. */
  readonly record_id: string | null;
  readonly input: Values;
  readonly state: 'waiting' | 'running' | 'finished' | 'cancelled' | 'failed';
  readonly answer: Values | null;
  readonly error: string | null;
  readonly request_id: string;
  readonly started_by: string;
  readonly on_behalf_of: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly cancel_requested_at: string | null;
  readonly finished_at: string | null;
}

/** The job of a run. */
export const runCommandJob: JobKind<{ readonly id: string }> = {
  name: 'run_command',
  attempts: 6,
  keyOf: ({ id }) => id,
};

/** A run as the API answers it. */
export const runView = ({ input: _, position: _position, on_behalf_of: _delegator, ...shown }: CommandRun) =>
  shown;

const instant = { type: ['string', 'null'], format: 'date-time' } as const;

export const runSchema = {
  type: 'object',
  required: ['id', 'resource', 'command', 'record_id', 'state', 'done', 'total', 'request_id'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    resource: { type: 'string' },
    command: { type: 'string' },
    record_id: { type: ['string', 'null'], format: 'uuid', description: 'Nulo: de la colección' },
    state: { type: 'string', enum: ['waiting', 'running', 'finished', 'cancelled', 'failed'] },
    done: { type: 'integer', minimum: 0 },
    total: { type: ['integer', 'null'], minimum: 0, description: 'Nulo: no se conoce' },
    answer: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'El resultado, al terminar',
    },
    error: { type: ['string', 'null'], description: 'Por qué no terminó' },
    request_id: { type: 'string', description: 'Con él se deshace: `POST /api/undo/{request_id}`' },
    started_by: { type: 'string', format: 'uuid' },
    created_at: { type: 'string', format: 'date-time' },
    started_at: instant,
    cancel_requested_at: instant,
    finished_at: instant,
  },
} as const;

/**
 * Starts a command as a job, once its request has checked it.
 *
 * @param input validated
 * @throws Problem 409 while the same command runs on the same record
 */
export const startRun = async (
  { tx, actor, server }: Context,
  { resource, command, record_id, input }: Pick<CommandRun, 'resource' | 'command' | 'record_id' | 'input'>,
): Promise<CommandRun> => {
  if (!isUser(actor)) throw new Error(`${command} of ${resource} runs as a job, which only users start`);
  const run = await tx.one<CommandRun>(sql`
    INSERT INTO command_runs (resource, command, record_id, input, request_id, started_by, on_behalf_of)
    VALUES (${resource}, ${command}, ${record_id}::uuid, ${JSON.stringify(input)}::jsonb, audit_setting('request'),
      ${actor.userId}::uuid, audit_setting('on_behalf_of')::uuid)
    ON CONFLICT DO NOTHING RETURNING *`);
  if (!run) {
    throw conflict(
      'already_running',
      'Esta acción ya está en curso. Espere a que termine, o deténgala, antes de iniciarla otra vez.',
    );
  }
  await server.jobs.add(tx, runCommandJob, { id: run.id });
  return run;
};
