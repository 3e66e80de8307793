import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quoteStates } from '@pauta/domain/sales/quotes/quote.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { expireDueQuotes } from './expire.ts';
import { quoteWorld } from './fixtures.ts';

type State = keyof typeof quoteStates;

/** The states from which each command starts (domain §2.4). */
const starts: Readonly<Record<string, readonly State[]>> = {
  send: ['draft'],
  share: ['sent'],
  accept: ['sent'],
  reject: ['sent'],
  convert: ['accepted'],
  new_version: ['sent', 'accepted', 'rejected', 'expired'],
  reprice: ['draft'],
};

/** The states that follow each other; a quote is accepted again when its contract is cancelled. */
const follows: Readonly<Record<State, readonly State[]>> = {
  draft: ['sent'],
  sent: ['accepted', 'rejected', 'expired', 'superseded'],
  accepted: ['converted', 'superseded'],
  rejected: ['superseded'],
  expired: ['superseded'],
  superseded: [],
  converted: ['accepted'],
};
const states = Object.keys(quoteStates) as State[];

let api: TestApi;
let world: Awaited<ReturnType<typeof quoteWorld>>;
const quotes = new Map<State, AnyRecord>();
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  world = await quoteWorld(api, await signInAs(api, 'admin'));
  const client = await world.makeClient();
  const draft = () => world.makeQuote(client);
  const sent = async () => world.done('send', await draft());
  const accepted = async () =>
    world.done('accept', await sent(), { accepted_by: 'Ana Peñaló', accepted_on: today });
  quotes.set('draft', await draft());
  quotes.set('sent', await sent());
  quotes.set('accepted', await accepted());
  quotes.set('rejected', await world.done('reject', await sent(), { rejection_reason: 'Otra propuesta' }));
  const replaced = await sent();
  await world.done('new_version', replaced);
  quotes.set('superseded', await world.read(replaced));
  const consumption = await api.database.one<{ id: string }>(
    sql`SELECT id FROM consumption_types ORDER BY id LIMIT 1`,
  );
  quotes.set(
    'converted',
    await world.done('convert', await accepted(), {
      contract_type: 'normal',
      consumption_type_id: consumption?.id,
    }),
  );
  // The clock cannot be turned back, so the quote is made older.
  const id = newLineId();
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`
      INSERT INTO quotes (id, number, name, client_id, owner_id, company_id, currency_code, price_list_id, flight,
        billing_plan, valid_until)
      SELECT ${id}::uuid, number || '-V', name, client_id, owner_id, company_id, currency_code, price_list_id, flight,
        billing_plan, business_date() - 1 FROM quotes WHERE id = ${quotes.get('draft')?.id}::uuid`);
    await tx.query(sql`UPDATE quotes SET status = 'sent', sent_at = now() WHERE id = ${id}::uuid`);
  });
  await expireDueQuotes(api.app);
  quotes.set('expired', await world.read({ id } as AnyRecord));
});

afterAll(async () => api?.close());

describe.each(states)('a quote that is %s', (state) => {
  test.each(Object.entries(starts))('%s starts from its states only', async (name, from) => {
    const quote = quotes.get(state) as AnyRecord;
    expect(quote.status).toBe(state);
    const { data } = (await world.call('GET', `quotes/${quote.id}/commands`)).json();
    const reasons = data.find((one: { name: string }) => one.name === name)?.reasons;
    if (from.includes(state)) expect(reasons).toEqual([]);
    else {
      const refused = await world.run(name, quote, {
        accepted_by: 'Ana',
        accepted_on: today,
        rejection_reason: 'Otra propuesta',
      });
      expect([refused.statusCode, refused.json().code], refused.body).toEqual([
        409,
        expect.stringMatching(/^(wrong_state|quote_expired)$/),
      ]);
    }
    expect((await world.read(quote)).status).toBe(state);
  });

  test.each(states)('the database lets it become %s only as domain §2.4 says', async (next) => {
    if (next === state) return;
    const id = quotes.get(state)?.id;
    const undone = new Error('undone');
    const isAnswer = next === 'accepted' || next === 'converted';
    // The trigger speaks at once, before what a state requires besides.
    const change = api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(
        sql`
          UPDATE quotes SET status = ${next}, sent_at = coalesce(sent_at, now()), valid_until = ${
            // A draft has no last day yet; what is frozen keeps its own.
            raw(state === 'draft' ? 'business_date() + 5' : 'valid_until')
          }, accepted_on = CASE WHEN ${isAnswer} THEN coalesce(accepted_on, ${today}::date) ELSE accepted_on END,
            accepted_by = CASE WHEN ${isAnswer} THEN coalesce(accepted_by, 'Ana') ELSE accepted_by END
          WHERE id = ${id}::uuid`,
      );
      throw undone;
    });
    await expect(change).rejects.toThrow(follows[state].includes(next) ? 'undone' : /does not go from/);
  });
});
