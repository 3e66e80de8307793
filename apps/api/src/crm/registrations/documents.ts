import {
  mostRegistrationDocuments,
  type RegistrationDocument,
  type RegistrationDocumentKind,
  type RegistrationDocumentRule,
  registrationDocumentKinds,
} from '@pauta/domain/crm/registrations/documents.ts';
import { mostAttachments } from '@pauta/domain/notes/notes.ts';
import type { FastifyInstance } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import sql from 'sql-template-tag';
import type { Upload } from '../../files/read-upload.ts';
import { describeFile, insertFile, type NewFile, storeFile } from '../../files/store-file.ts';
import { instant } from '../../notes/note-record.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { recordRegistrationEvent } from './event.ts';

/** Limit of one request here, even if the catalogue allows a type to be larger. */
export const mostMegabytes = 20;

/** Type of the catalogue "Tipos de Archivos" that applies to each kind of document. */
const fileTypeCodes: Readonly<Record<RegistrationDocumentKind, string>> = {
  commercial_registry: 'REGISTRO-MERCANTIL',
  tax_certificate: 'CERT-RNC',
  representative_id: 'CEDULA',
  authorization_letter: 'CARTA-AUTORIZACION',
  other: 'PDF',
};

/** Used if the catalogue no longer has the type. */
const usual = { extensions: ['pdf'], mimes: ['application/pdf'], max_mb: 10 };

const open = ['received', 'in_review', 'info_requested'];

const kinds = Object.keys(registrationDocumentKinds) as RegistrationDocumentKind[];

interface FileType {
  code: string;
  extensions: string[];
  mimes: string[];
  max_mb: number;
}

/** Every kind of document with its accepted file types, and whether this registration lacks it. */
export const readDocumentRules = async (
  database: Queryable,
  registrationId: string,
): Promise<RegistrationDocumentRule[]> => {
  const row = await database.one<{ required: string[]; present: string[]; types: FileType[] }>(sql`
    SELECT required_registration_documents(r) AS required,
      ARRAY(SELECT DISTINCT d.kind::text FROM client_registration_documents d
        WHERE d.client_registration_id = r.id AND d.removed_at IS NULL) AS present,
      (SELECT coalesce(json_agg(json_build_object(
          'code', f.code, 'extensions', f.extensions, 'mimes', f.mimes, 'max_mb', f.max_mb)), '[]')
        FROM file_types f
        WHERE f.code = ANY(${Object.values(fileTypeCodes)}::text[]) AND f.is_active AND f.archived_at IS NULL) AS types
    FROM client_registrations r WHERE r.id = ${registrationId}::uuid`);
  return kinds.map((kind) => {
    const type = row?.types.find(({ code }) => code === fileTypeCodes[kind]) ?? usual;
    const required = row?.required.includes(kind) ?? false;
    return {
      kind,
      label: registrationDocumentKinds[kind],
      required,
      missing: required && !row?.present.includes(kind),
      extensions: type.extensions,
      mimes: type.mimes,
      max_mb: Math.min(type.max_mb, mostMegabytes),
    };
  });
};

/** The documents of a registration, the earliest first. */
export const readDocuments = (
  database: Queryable,
  registrationId: string,
  linkId: string | null,
): Promise<RegistrationDocument[]> =>
  database.query<RegistrationDocument>(sql`
    SELECT d.id, d.kind, json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes) AS file,
      ${instant('d.created_at')} AS created_at,
      (SELECT json_build_object('id', u.id, 'label', u.full_name) FROM users u WHERE u.id = d.created_by) AS author,
      coalesce(d.link_id = ${linkId}::uuid, false) AS removable
    FROM client_registration_documents d JOIN files f ON f.id = d.file_id
    WHERE d.client_registration_id = ${registrationId}::uuid AND d.removed_at IS NULL ORDER BY d.id`);

/** Further accepted extensions of a type. */
const sameEnding: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif' };
const ending = (name: string): string => {
  const own = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return sameEnding[own] ?? own;
};

const fits = (mime: string, accepted: readonly string[]): boolean =>
  accepted.some((one) => one === mime || (one.endsWith('/*') && mime.startsWith(one.slice(0, -1))));

const list = new Intl.ListFormat('es', { type: 'disjunction' });
const words = (extensions: readonly string[]): string =>
  list.format(extensions.map((one) => one.toUpperCase()));

/** A validated file, ready to be stored. */
export interface CheckedDocument {
  readonly file: NewFile;
  readonly extension: string;
  readonly bytes: Buffer;
}

/**
 * Checks a document by its actual content, then by its name and size.
 *
 * @throws Problem 422 that names the broken rule and what is accepted
 */
export const checkDocument = async (
  rule: RegistrationDocumentRule,
  { name, bytes }: Upload,
): Promise<CheckedDocument> => {
  const accepted = `${rule.label}: se acepta ${words(rule.extensions)}, hasta ${rule.max_mb} MB.`;
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !fits(type.mime, rule.mimes)) {
    const found = type
      ? `Su contenido es ${type.ext.toUpperCase()}`
      : 'Su contenido no es de un tipo conocido';
    throw invalid({ file: [`${found}, diga lo que diga el nombre. ${accepted}`] });
  }
  if (!rule.extensions.includes(ending(name))) {
    throw invalid({ file: [`El nombre del archivo no termina como los de su tipo. ${accepted}`] });
  }
  if (bytes.length > rule.max_mb * 1024 * 1024) {
    throw invalid({ file: [`El archivo es demasiado grande. ${accepted}`] });
  }
  return { file: describeFile(name, bytes, type), extension: type.ext, bytes };
};

interface NewDocument {
  readonly registrationId: string;
  readonly kind: RegistrationDocumentKind;
  readonly linkId: string | null;
}

const requireOpen = async (tx: Transaction, registrationId: string): Promise<void> => {
  // Locks the registration as a decision does, so that a document is added either before the decision or not at all.
  const row = await tx.one<{ status: string }>(
    sql`SELECT status FROM client_registrations WHERE id = ${registrationId}::uuid FOR NO KEY UPDATE`,
  );
  if (!row || !open.includes(row.status)) {
    throw conflict('decided', 'El registro ya se decidió: sus documentos no cambian.');
  }
};

/**
 * Adds a checked document to an open registration.
 *
 * @returns its id
 * @throws Problem 409 when the registration was decided or has too many
 */
export const addDocument = (
  app: FastifyInstance,
  tx: Transaction,
  { file, extension, bytes }: CheckedDocument,
  { registrationId, kind, linkId }: NewDocument,
): Promise<string> =>
  storeFile(app.storage, bytes, extension, async (path) => {
    await requireOpen(tx, registrationId);
    const taken = await tx.one<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM client_registration_documents
      WHERE client_registration_id = ${registrationId}::uuid AND removed_at IS NULL`);
    if ((taken?.count ?? 0) >= mostRegistrationDocuments) {
      throw conflict(
        'too_many_documents',
        `Ya tiene ${mostRegistrationDocuments} documentos, el máximo. Quite alguno antes de agregar otro.`,
      );
    }
    const { id: fileId, name } = await insertFile(tx, file, path);
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO client_registration_documents (client_registration_id, kind, file_id, link_id, created_by)
      VALUES (${registrationId}::uuid, ${kind}, ${fileId}::uuid, ${linkId}::uuid, ${tx.change.actorId}::uuid)
      RETURNING id`);
    if (!row) throw new Error('inserting a document answered no row');
    await recordRegistrationEvent(tx, {
      id: registrationId,
      action: 'document_added',
      details: { kind, name },
    });
    return row.id;
  });

/**
 * Removes a document from an open registration; the file is kept. With `linkId` only one that was uploaded with this
 * link.
 *
 * @returns whether the document existed
 */
export const removeDocument = async (
  tx: Transaction,
  {
    registrationId,
    documentId,
    linkId,
  }: { registrationId: string; documentId: string; linkId: string | null },
): Promise<boolean> => {
  await requireOpen(tx, registrationId);
  const row = await tx.one<{ kind: string; name: string }>(sql`
    UPDATE client_registration_documents d SET removed_at = now() FROM files f
    WHERE d.id = ${documentId}::uuid AND d.client_registration_id = ${registrationId}::uuid AND d.removed_at IS NULL
      AND f.id = d.file_id AND (${linkId}::uuid IS NULL OR d.link_id = ${linkId}::uuid)
    RETURNING d.kind, f.name`);
  if (!row) return false;
  await recordRegistrationEvent(tx, { id: registrationId, action: 'document_removed', details: row });
  return true;
};

/** Attaches the documents of a registration to the client that it created or was joined to. */
export const attachDocuments = async (
  tx: Transaction,
  registrationId: string,
  clientId: string,
): Promise<void> => {
  const labels = sql`${JSON.stringify(registrationDocumentKinds)}::jsonb`;
  const row = await tx.one<{ count: number }>(sql`
    WITH added AS (
      INSERT INTO attachments (resource, record_id, file_id, title, kind, created_by)
      SELECT 'clients', ${clientId}::uuid, d.file_id,
        left(CASE d.kind WHEN 'other' THEN f.name ELSE ${labels} ->> d.kind || ' · ' || f.name END, 160),
        CASE d.kind WHEN 'representative_id' THEN 'identification' ELSE 'other' END, ${tx.change.actorId}::uuid
      FROM client_registration_documents d JOIN files f ON f.id = d.file_id
      WHERE d.client_registration_id = ${registrationId}::uuid AND d.removed_at IS NULL ORDER BY d.id
      RETURNING 1)
    SELECT (SELECT count(*)::integer FROM added) + (SELECT count(*)::integer FROM attachments
      WHERE resource = 'clients' AND record_id = ${clientId}::uuid AND archived_at IS NULL) AS count`);
  if ((row?.count ?? 0) > mostAttachments) {
    throw conflict(
      'too_many_attachments',
      `El cliente pasaría de ${mostAttachments} adjuntos, el máximo. Quite alguno antes de continuar.`,
    );
  }
};
