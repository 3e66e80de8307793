import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { contractStates } from '@pauta/domain/sales/contracts/contract.ts';
import type { ProofCheck } from '@pauta/domain/sales/contracts/contract-proof.ts';
import { paperRange } from '@pauta/domain/sales/lines/sale-paper.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import type { CheckedPaper } from '../../public-pages/checked-papers.ts';
import { escaped, formStyles, notice, sendDocument } from '../../public-pages/public-page.ts';
import { originOf, type Verdict } from './check-file.ts';
import { contentOf, type StoredVersion } from './contract-chain.ts';
import { numberOf } from './contract-proof.ts';

/** Bytes that an uploaded file may have. */
export const mostBytes = 10 * 1024 * 1024;

const styles = `${formStyles}
.versions{display:grid;gap:.75rem;margin:0;padding:0;list-style:none}
.versions li{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface)}
.versions h3{margin:0}
.versions p{margin:.25rem 0}
code{font-size:.8125rem;overflow-wrap:anywhere}
.good{color:var(--good)}
.bad{color:var(--bad)}
`;

const verdictOf = (verdict: Verdict | null): string =>
  verdict === null
    ? ''
    : notice(verdict.isGood ? 'good' : 'bad', verdict.text) +
      (verdict.details.length === 0
        ? ''
        : `<ul>${verdict.details.map((detail) => `<li>${escaped(detail)}</li>`).join('')}</ul>`);

const uploadForm = (
  path: string,
  what = 'PDF del contrato o del reporte, o la prueba de un contrato en JSON',
): string =>
  `<h2>Comprobar un archivo</h2><form method="post" action="${path}" enctype="multipart/form-data">` +
  `<label for="file">${what}<small>` +
  'Elíjalo o arrástrelo aquí, tal como lo recibió. Hasta 10 MB. No se guarda.</small>' +
  '<input id="file" name="file" type="file" accept=".pdf,.json,application/pdf,application/json" required></label>' +
  '<div><button>Comprobar</button></div></form>';

const offlineNote =
  '<p class="note">Para comprobar un contrato sin conexión, descargue el <a href="/verificar/verificador.html" download>verificador</a> y ábralo en su equipo.</p>';

/** Sends the page that finds the contract of a file. */
export const sendFindPage = (
  reply: FastifyReply,
  letterhead: Letterhead,
  verdict: Verdict | null = null,
): FastifyReply =>
  sendDocument(reply, {
    title: 'Comprobar un documento',
    letterhead,
    facts: [],
    download: null,
    body:
      '<p>Suba el documento de un contrato o de un reporte de evidencias para saber si es el que se firmó o se emitió, sin cambios, y si es el más reciente.</p>' +
      verdictOf(verdict) +
      uploadForm('/verificar') +
      offlineNote,
    notes: [],
    styles,
    hasForms: true,
  });

/** A contract as its public page shows it. */
export interface CheckedContract {
  readonly chain: readonly StoredVersion[];
  readonly check: ProofCheck;
  readonly status: keyof typeof contractStates;
  /** Hash of the version that is checked. */
  readonly hash: string;
}

const versionOf = (
  { check, hash: shown }: CheckedContract,
  { version, addendum, at, hash }: StoredVersion,
) => {
  const problems = check.versions[version]?.problems ?? [];
  const origin = originOf(addendum?.number ?? null);
  const states =
    problems.length === 0
      ? [
          'La huella es la de su contenido.',
          ...(version === 0 ? [] : [`Continúa la versión ${version - 1}.`]),
        ]
      : problems;
  return (
    `<li><h3>Versión ${version}: ${escaped(origin)}${hash === shown ? ' · la de esta página' : ''}</h3>` +
    `<p class="note">Guardada ${escaped(formatInstant(at))}</p>` +
    `<p class="${problems.length === 0 ? 'good' : 'bad'}">${escaped(states.join(' '))}</p>` +
    `<p><code>${hash}</code></p></li>`
  );
};

/** Sends the public page of a version: what identifies the contract, and whether its chain verifies. No amounts. */
export const sendCheckPage = (
  reply: FastifyReply,
  checked: CheckedContract,
  letterhead: Letterhead,
  verdict: Verdict | null = null,
): FastifyReply => {
  const { chain, check, status, hash } = checked;
  const shown = chain.find((one) => one.hash === hash) ?? (chain.at(-1) as StoredVersion);
  const { contract, parties } = contentOf(shown);
  const newest = chain.length - 1;
  const number = numberOf(chain);
  return sendDocument(reply, {
    title: `Contrato ${number}`,
    letterhead,
    facts: [
      ['Compañía', parties.company.legal_name ?? ''],
      ['Cliente', parties.client.legal_name ?? ''],
      ...(parties.agency === null ? [] : [['Agencia', parties.agency.legal_name ?? ''] as const]),
      ['Firmado el', formatCivilDate(String(contract.signed_on))],
      ['Vuelo', paperRange(contract.flight as DateRange) ?? ''],
      ['Vigencia', paperRange(contract.valid as DateRange) ?? ''],
      ['Estado', contractStates[status][0]],
      ['Versión', `${shown.version} de ${newest}`],
    ],
    download: null,
    body:
      verdictOf(verdict) +
      (check.isIntact
        ? notice('good', 'La cadena verifica: ninguna versión se alteró.')
        : notice('bad', 'La cadena no verifica. Avise a quien emitió el contrato.')) +
      notice(
        '',
        shown.version === newest
          ? 'Esta es la versión más reciente.'
          : `Esta no es la versión más reciente: después se firmó ${originOf(chain.at(-1)?.addendum?.number ?? null)}.`,
      ) +
      `<h2>Versiones</h2><ol class="versions">${chain.map((one) => versionOf(checked, one)).join('')}</ol>` +
      uploadForm(`/verificar/${shown.hash}`, 'PDF del contrato, o su prueba en JSON') +
      offlineNote,
    notes: [],
    styles,
    hasForms: true,
  });
};

/** Sends the public page of a document that is no contract. */
export const sendPaperPage = (
  reply: FastifyReply,
  { hash, title, facts, isNewest, isIntact }: CheckedPaper,
  letterhead: Letterhead,
  verdict: Verdict | null = null,
): FastifyReply =>
  sendDocument(reply, {
    title,
    letterhead,
    facts,
    download: null,
    body:
      verdictOf(verdict) +
      (isIntact
        ? notice('good', 'La huella es la de su contenido: no se alteró.')
        : notice('bad', 'La huella no es la de su contenido. Avise a quien lo emitió.')) +
      notice('', isNewest ? 'Esta es la edición más reciente.' : 'Esta no es la edición más reciente.') +
      uploadForm(`/verificar/${hash}`, 'PDF del documento'),
    notes: [`Huella (SHA-256): ${hash}`],
    styles,
    hasForms: true,
  });
