import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { sendStatement } from '../accounts/statement/send-statement.ts';
import { sendLetter } from './send-letter.ts';

const assign: StateChangeHandler = async (_context, _case, { collector_id }) => ({
  collector_id: referenceId(collector_id),
});

const sendTheStatement: StateChangeHandler = async (context, record, { message }) => {
  const { client_id, agency_id } = record as AnyRecord;
  const [client, agency] = [referenceId(client_id), referenceId(agency_id)];
  await sendStatement(
    context,
    client === null ? { of: 'agency', id: agency ?? '' } : { of: 'client', id: client },
    (message as string | null | undefined) ?? null,
  );
  return { statement_sent_at: context.now.toISOString() };
};

/** Server code of the collection from accounts. */
export const caseHooks: ResourceHooks = {
  commands: { assign, send_letter: sendLetter, send_statement: sendTheStatement },
};
