import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { theOne } from '@pauta/domain/text/label.ts';

/** A contract or an addendum that people sign. */
export interface SignedDocument {
  readonly record: AnyRecord;
  /** Contracts, or addenda. */
  readonly resource: Resource;
}

/** What is signed, in words. @example documentName({ record, resource: contracts }) // 'el contrato CT-2026-00012' */
export const documentName = ({ record, resource }: SignedDocument): string =>
  `${theOne(resource.label)} ${String(record.number)}`;

/** The name of the campaign: that of the contract. */
export const campaignName = ({ record }: SignedDocument): string =>
  String(record.name ?? (record.contract_id as Reference | null)?.label ?? '');
