import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { type SignedContent, signedPaper } from '@pauta/domain/sales/addenda/signed-content.ts';
import type { ContractPaper } from '@pauta/domain/sales/contracts/contract-paper.ts';
import { drawingSvg } from '@pauta/domain/sales/signing/signature.ts';
import type { FastifyInstance } from 'fastify';
import { renderSVG } from 'uqr';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import { readTemplate } from '../../printing/template.ts';

const template = readTemplate(new URL('./contract.typ', import.meta.url));

/** A signature as it is printed. */
export interface PrintedSignature {
  readonly name: string;
  readonly capacity: string;
  /** Name of the party for which it is. */
  readonly party: string;
  /** ISO instant of the signature; null while the person has not signed. */
  readonly at: string | null;
  /** How they signed, such as `con el código enviado a a•••@cliente.example`; null if it is not known. */
  readonly method: string | null;
  /** The drawn signature, as an SVG path (`isDrawing`); without it the name stands in its place. */
  readonly drawing: string | null;
}

/** A contract or an addendum to be printed. */
export interface PrintedContract {
  readonly content: SignedContent;
  /** Of the version; null while its content is not fixed. */
  readonly hash: string | null;
  /** Address of the page that checks it; null if there is none. */
  readonly checkUrl: string | null;
  /** Text across every page, such as `BORRADOR`. */
  readonly mark: string | null;
  /** ISO instant of the content, for the properties of the document. */
  readonly at: string;
  /** In the order of printing. Without them each signatory of the content gets an empty place. */
  readonly signatures?: readonly PrintedSignature[];
}

/** The lines of text below a signature. */
const detailsOf = ({ capacity, party, at, method }: PrintedSignature): readonly string[] =>
  [
    capacity,
    party === '' ? '' : `Por ${party}`,
    [at === null ? null : `Firmó el ${formatInstant(at)}`, method].filter(Boolean).join(', '),
  ].filter((text) => text !== '');

const unsigned = ({ signatories }: ContractPaper): readonly PrintedSignature[] =>
  signatories.map(({ name, capacity, party }) => ({
    name,
    capacity,
    party,
    at: null,
    method: null,
    drawing: null,
  }));

/** A contract or an addendum as PDF; equal arguments give equal bytes. */
export const printContract = (
  { printer }: FastifyInstance,
  { content, hash, checkUrl, mark, at, signatures }: PrintedContract,
  { logo, ...letterhead }: Letterhead,
): Promise<Buffer> => {
  const paper = signedPaper(content);
  const placed = signatures ?? unsigned(paper);
  const pictureOf = (place: number): string => `signature-${place}.svg`;
  return printer.print(
    template,
    {
      at,
      ...paper,
      mark,
      signatures: placed.map((one, place) => ({
        name: one.name,
        at: one.at,
        details: detailsOf(one),
        picture: one.drawing === null ? null : pictureOf(place),
      })),
      proof: [
        ...(hash === null ? [] : [`Huella (SHA-256): ${hash}`]),
        ...(checkUrl === null ? [] : [`Compruebe este documento en ${checkUrl}`]),
        ...(hash !== null && checkUrl === null
          ? ['Compruébelo con este archivo en la página «/verificar» de quien lo emitió.']
          : []),
      ],
      hasCode: checkUrl !== null,
      letterhead: { ...letterhead, hasLogo: logo !== null },
    },
    {
      ...(logo !== null && { 'logo.png': logo }),
      ...(checkUrl !== null && { 'check.svg': Buffer.from(renderSVG(checkUrl, { border: 1 }), 'utf8') }),
      ...Object.fromEntries(
        placed.flatMap(({ drawing }, place) =>
          drawing === null ? [] : [[pictureOf(place), Buffer.from(drawingSvg(drawing), 'utf8')] as const],
        ),
      ),
    },
  );
};
