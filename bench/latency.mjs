// Response times of each list of the CRM on a large database: every order, filter, grouping and search.

import { agencies } from '../packages/domain/src/crm/agencies/agency.ts';
import { clientAgencies } from '../packages/domain/src/crm/authorisations/client-agency.ts';
import { clients } from '../packages/domain/src/crm/clients/client.ts';
import { contacts } from '../packages/domain/src/crm/contacts/contact.ts';
import { activities } from '../packages/domain/src/crm/follow-up/activity.ts';
import { referrals } from '../packages/domain/src/crm/referrals/referral.ts';
import { clientRegistrations } from '../packages/domain/src/crm/registrations/client-registration.ts';
import { signatories } from '../packages/domain/src/crm/signatories/signatory.ts';
import { targetLists } from '../packages/domain/src/crm/target-lists/target-list.ts';
import { targetListMembers } from '../packages/domain/src/crm/target-lists/target-list-member.ts';
import { accountTransfers } from '../packages/domain/src/crm/transfers/account-transfer.ts';
import { filterableFields } from '../packages/domain/src/resource/query/condition-text.ts';
import { sortableFields } from '../packages/domain/src/resource/query/query.ts';
import { groupableFields, summableFields } from '../packages/domain/src/resource/query/summary.ts';
import { systemFields } from '../packages/domain/src/resource/resource.ts';
import { fillDemo } from './demo.mjs';
import { caller, measure } from './load.mjs';
import { fillAudit, signIn, startPauta } from './pauta.mjs';

const rows = Number(process.argv[2] ?? 100_000);
const auditRows = Number(process.argv[3] ?? 1_000_000);
/** Seconds for which each list is requested, by one client at a time. `lists.mjs` measures concurrent clients. */
const seconds = Number(process.env.BENCH_SECONDS ?? 0.5);
/** Maximum response time in milliseconds at the 95th percentile; slower lists are printed. */
const promised = 150;

const resources = [
  clients,
  contacts,
  agencies,
  clientAgencies,
  signatories,
  activities,
  referrals,
  clientRegistrations,
  targetLists,
  targetListMembers,
  accountTransfers,
];

const day = (text) => String(text).slice(0, 10);

/** Filters of a field as a user sets them: for a value of a record, for a range around it, and for no value. */
const filtersOf = (field, value) => {
  const none = field.options.required ? [] : ['-'];
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return none;
  switch (field.kind.family) {
    case 'choice': {
      const [first] = Array.isArray(value) ? value : [value];
      const id = typeof first === 'object' ? first.id : String(first);
      return [id, `!${id}`, ...none];
    }
    case 'text': {
      const text = String(value);
      return [text.slice(0, 6), text.slice(-4), `^${text.slice(0, 4)}`, `=${text}`, ...none];
    }
    case 'range': {
      const isDate = /^\d{4}-\d{2}-\d{2}/.test(String(value.from ?? value));
      const at = isDate ? day(value.from ?? value) : String(value);
      return [`${at}..${at}`, `${at}..`, `..${at}`, ...none];
    }
    default:
      return [];
  }
};

/** All lists that the screens of a resource request, with values of a record from the middle of a page. */
const listsOf = async (call, resource) => {
  const base = `/api/${resource.path}`;
  const { status, text } = await call('GET', `${base}?limit=25`);
  if (status === 403) return [];
  if (status !== 200) throw new Error(`${base}: ${status} ${text.slice(0, 300)}`);
  const { data, next_cursor: next } = JSON.parse(text);
  const record = data[Math.floor(data.length / 2)] ?? {};
  const fields = { ...systemFields, ...resource.fields };
  const [first = 'oceano', second = 'norte'] = String(record[resource.title] ?? '')
    .split(/\s+/)
    .filter((word) => word.length > 3);
  const list = (parameters) => `${base}?${new URLSearchParams(parameters)}`;
  return [
    base,
    list({ limit: 100 }),
    ...(next ? [list({ cursor: next })] : []),
    ...(resource.operations.includes('archive') ? [list({ archived: 'true' })] : []),
    list({ q: first }),
    list({ q: `${first} ${second}` }),
    list({ q: `${first} zzzz` }),
    // Typing errors: a missing letter, swapped letters, digits in other formats.
    list({ q: `${first.slice(0, 2)}${first.slice(3)} ${second}` }),
    list({ q: `${first.slice(0, 3)}${first.charAt(4)}${first.charAt(3)}${first.slice(5)}` }),
    list({ q: '(809) 555 0185' }),
    list({ q: 'cli0300' }),
    `${base}/options?q=${encodeURIComponent(first)}`,
    ...sortableFields(resource).flatMap((name) => [list({ sort: name }), list({ sort: `-${name}` })]),
    ...filterableFields(resource).flatMap((name) =>
      filtersOf(fields[name], record[name]).map((value) => list({ [`f.${name}`]: value })),
    ),
    ...groupableFields(resource).map((name) => `${base}/summary?group=${name}`),
    ...summableFields(resource).map((name) => `${base}/summary?totals=${name}`),
  ];
};

const auditLists = () => {
  const someone = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';
  return [
    '/api/audit-entries',
    '/api/audit-entries?sort=at',
    `/api/audit-entries?f.actor_id=${someone}`,
    '/api/audit-entries?f.action=merge',
    '/api/audit-entries?f.entity=clients&f.action=update',
    `/api/audit-entries?f.record_id=${someone}`,
    '/api/audit-entries?f.request_id=request-4242',
    '/api/audit-entries?f.fields=trade_name',
    '/api/audit-entries?q=correccion%2099960',
    '/api/audit-entries?q=cafeteria',
    '/api/audit-entries?f.at=..2020-01-01',
  ];
};

const pauta = await startPauta();
try {
  const known = await fillDemo(pauta.socket, { clients: rows });
  await fillAudit(pauta.socket, auditRows);
  const seller = caller(pauta.address, {
    authorization: await signIn(pauta.address, known.seller_email),
  });
  const people = { administrator: pauta.call, seller };
  const measured = [];
  for (const [who, call] of Object.entries(people)) {
    const lists = [
      '/api/search?q=cafeteria',
      '/api/search?q=restaurantes%20norte',
      '/api/search?q=restaurnate%20nrote',
      '/api/search?q=(809)%20555%200185',
      '/api/search?q=cli0300',
      '/api/home',
      ...(await Promise.all(resources.map((resource) => listsOf(call, resource)))).flat(),
      ...(who === 'administrator' ? auditLists() : []),
    ];
    for (const path of lists) {
      const ask = () => call('GET', path);
      const { status, text } = await ask();
      if (status >= 500) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
      if (status !== 200) continue;
      const { p50, p95, wrong } = await measure(ask, 1, seconds);
      measured.push({
        who,
        list: decodeURIComponent(path.slice(4))
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
          .slice(0, 90),
        'p50 ms': Math.round(p50),
        'p95 ms': Math.round(p95),
        refused: wrong,
      });
    }
  }
  const late = measured.filter((one) => one['p95 ms'] > promised || one.refused > 0);
  console.log(
    `${known.clients.toLocaleString('en')} clients, ${known.contacts.toLocaleString('en')} contacts, ` +
      `${known.activities.toLocaleString('en')} activities, ${auditRows.toLocaleString('en')} audit rows, ` +
      `${measured.length} lists, ${late.length} above ${promised} ms`,
  );
  console.table(measured.sort((a, b) => b['p95 ms'] - a['p95 ms']).slice(0, Math.max(30, late.length)));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
