import { uuid } from '@pauta/ui/testing/contract.ts';
import type { ImportedContract } from './scanned-contract.ts';

/** An imported contract. */
export const importedContract = (
  number: number,
  former_number: string,
  changes: Partial<ImportedContract> = {},
): ImportedContract => ({
  id: uuid(number, 60),
  former_number,
  name: `Campaña ${former_number}`,
  client: 'Óptica Ñandú',
  company: 'Canal 9',
  status: 'active',
  has_scan: false,
  hashes: [],
  ...changes,
});

/** The content of a file by its type. */
const contents = { pdf: '%PDF-1.7 ', jpg: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), other: 'MZ' } as const;

/** A file as a user chooses it. */
export const scanFile = (
  name: string,
  { content = 'pdf', text = name }: { readonly content?: keyof typeof contents; readonly text?: string } = {},
): File => new File([contents[content], text], name, { lastModified: 1_760_000_000_000 });
