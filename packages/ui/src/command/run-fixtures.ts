import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Command } from '@pauta/domain/resource/command.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { uuid } from '../testing/contract.ts';
import type { CommandRun } from './command-run.ts';

/** A command that runs as a job; only tests and stories have it. */
export const recount = {
  label: 'Recontar',
  done: 'Cliente recontado',
  permission: 'clients.update_all',
  runs: 'job',
  undo: { by: 'log' },
} satisfies Command;

export const recounted: Resource = { ...clients, commands: { ...clients.commands, recount } };

export const commandRun = (changes: Partial<CommandRun> = {}): CommandRun => ({
  id: uuid(1, 900),
  state: 'running',
  done: 1200,
  total: 5000,
  answer: null,
  error: null,
  request_id: 'r-1',
  cancel_requested_at: null,
  ...changes,
});
