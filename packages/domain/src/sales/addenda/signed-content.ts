import type { ContractContent } from '../contracts/contract-content.ts';
import { type ContractPaper, contractPaper } from '../contracts/contract-paper.ts';
import type { AddendumContent } from './addendum-content.ts';
import { addendumPaper } from './addendum-paper.ts';

/** What people sign: a contract, or an addendum to one. */
export type SignedContent = ContractContent | AddendumContent;

const isAddendum = (content: SignedContent): content is AddendumContent => 'addendum' in content;

/** What is signed, as its parties read it. */
export const signedPaper = (content: SignedContent): ContractPaper =>
  isAddendum(content) ? addendumPaper(content) : contractPaper(content);

/** The number of what is signed. */
export const signedNumber = (content: SignedContent): string =>
  String((isAddendum(content) ? content.addendum : content.contract).number);

/** What is signed, in words. @example signedName(content) // 'el contrato CT-2026-00012' */
export const signedName = (content: SignedContent): string =>
  `${isAddendum(content) ? 'la adenda' : 'el contrato'} ${signedNumber(content)}`;

/** The name of a file with what is signed, without its extension. */
export const signedFileName = (content: SignedContent): string => {
  const { number, title } = signedPaper(content);
  return `${isAddendum(content) ? 'Adenda' : 'Contrato'} ${number} ${title}`.slice(0, 120);
};
