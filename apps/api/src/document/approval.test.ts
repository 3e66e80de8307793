import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { madeUpBookings, startWithDocuments } from '../testing/made-up/documents.ts';
import { createUser, signIn, signInAs } from '../testing/sign-in.ts';
import type { TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
let decider: Headers;
let booking: AnyRecord;

const call = async (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: object,
  record?: AnyRecord,
  as = headers,
) =>
  api.inject({
    method,
    url: `/api/${url}`,
    headers: { ...as, ...(record && { 'if-match': `"${record.row_version}"` }) },
    ...(payload && { payload }),
  });

const line = newLineId;
const spaceId = () => (booking.spaces as { id: string }[])[0]?.id;

/** A booking with this amount before the surcharge. */
const make = async (rate: string): Promise<AnyRecord> => {
  const made = await call('POST', 'bookings', {
    name: 'Con aprobación',
    spaces: { put: [{ id: line(), space: 'Uno', rate }] },
  });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data;
};

const change = async (values: object): Promise<void> => {
  const changed = await call('PATCH', `bookings/${booking.id}`, values, booking);
  expect(changed.statusCode, changed.body).toBe(200);
  booking = changed.json().data;
};

const request = async (): Promise<void> => {
  const asked = await call('POST', `bookings/${booking.id}/request_approval`, {}, booking);
  expect(asked.statusCode, asked.body).toBe(200);
  booking = asked.json().data;
};

const approvals = async (): Promise<AnyRecord[]> =>
  (await call('GET', `approvals?fields=*&sort=created_at&q=Con aprobación`, undefined, undefined, decider))
    .json()
    .data.filter(({ record_id }: AnyRecord) => record_id === booking.id);

const decide = async (command: 'approve' | 'reject' | 'return'): Promise<void> => {
  const [waiting] = (await approvals()).filter(({ status }) => status === 'pending');
  const reason = command === 'approve' ? {} : { reason: 'Falta el respaldo' };
  const done = await call('POST', `approvals/${waiting?.id}/${command}`, reason, waiting, decider);
  expect(done.statusCode, done.body).toBe(200);
};

const sign = () => call('POST', `bookings/${booking.id}/sign`, {}, booking);

const reasonsOf = async (name: string): Promise<string[]> => {
  const { data } = (await call('GET', `bookings/${booking.id}/commands`)).json();
  return data
    .find((one: { name: string }) => one.name === name)
    .reasons.map(({ code }: { code: string }) => code);
};

beforeAll(async () => {
  api = await startWithDocuments([madeUpBookings]);
  headers = await signInAs(api, 'admin');
  decider = await signIn(api, await createUser(api, { role: 'admin' }));
});
afterAll(() => api.close());
beforeEach(async () => {
  booking = await make('1000000');
});

test('a document without a reason needs no approval', async () => {
  booking = await make('100');
  expect(await reasonsOf('sign')).toEqual([]);
  expect(await reasonsOf('request_approval')).toEqual(['no_approval_needed']);
  expect((await sign()).statusCode).toBe(200);
});

test('a command that needs an approval is refused until another user has approved', async () => {
  expect(await reasonsOf('sign')).toEqual(['approval_needed']);
  const refused = await sign();
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval_needed']);
  expect(refused.json().message).toContain('RD$150,000.00');

  await request();
  expect([await reasonsOf('sign'), await reasonsOf('request_approval')]).toEqual([
    ['approval_pending'],
    ['approval_pending'],
  ]);
  expect((await sign()).json().code).toBe('approval_pending');
  const [waiting] = await approvals();
  expect(waiting).toMatchObject({ kind: 'bookings', status: 'pending', effect: '150000.00' });
  const own = await call('POST', `approvals/${waiting?.id}/approve`, {}, waiting);
  expect([own.statusCode, own.json().code]).toEqual([403, 'own_request']);

  await decide('approve');
  expect([await reasonsOf('sign'), await reasonsOf('request_approval')]).toEqual([[], ['already_approved']]);
  expect((await sign()).json().data).toMatchObject({ status: 'signed' });
});

test('an approval becomes void when the content of the header or of a line changes, and not before', async () => {
  await request();
  await decide('approve');
  await change({ spaces: { put: [{ id: spaceId(), rate: '1200000' }] } });
  expect((await approvals()).map(({ status }) => status)).toEqual(['fallen']);
  expect((await sign()).json().code).toBe('approval_needed');

  await request();
  await change({ name: 'Con aprobación, otra' });
  expect((await approvals()).map(({ status }) => status)).toEqual(['fallen', 'fallen']);

  await request();
  await decide('approve');
  // A field that stays editable when it is frozen was not approved.
  await change({ spaces: { put: [{ id: spaceId(), space: 'Dos' }] } });
  expect((await approvals()).at(-1)).toMatchObject({ status: 'approved' });
  expect((await sign()).statusCode).toBe(200);
});

test('a returned or rejected approval has no effect, and can be requested again', async () => {
  for (const decision of ['return', 'reject'] as const) {
    await request();
    await decide(decision);
    expect((await sign()).json().code).toBe('approval_needed');
  }
  await request();
  expect((await approvals()).map(({ status }) => status)).toEqual(['returned', 'rejected', 'pending']);
});

test('with a concurrent change and signature, the signed content was approved', async () => {
  for (let round = 0; round < 8; round += 1) {
    booking = await make('1000000');
    await request();
    await decide('approve');
    const spaces = { put: [{ id: spaceId(), rate: '1500000' }] };
    const [changed, signed] = await Promise.all([
      call('PATCH', `bookings/${booking.id}`, { spaces }, booking),
      sign(),
    ]);
    expect([changed.statusCode, signed.statusCode].filter((status) => status === 200)).toHaveLength(1);
    const { status, amount } = (await call('GET', `bookings/${booking.id}`)).json().data;
    expect([status, amount]).toEqual(
      signed.statusCode === 200 ? ['signed', '1150000.00'] : ['open', '1725000.00'],
    );
  }
});
