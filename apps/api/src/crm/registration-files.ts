import { clientRegistrations } from '@pauta/domain/crm/client-registration.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { scopeCondition } from '../resource/row-scope.ts';

/** Condition of a file `f`: a document of a registration that the actor sees. */
export const registrationDocumentOfSeen = (actor: Actor): Sql => sql`EXISTS (
  SELECT FROM client_registration_documents d JOIN client_registrations t ON t.id = d.client_registration_id
  WHERE d.file_id = f.id AND d.removed_at IS NULL AND ${scopeCondition(clientRegistrations, actor)})`;

/** Condition of a file `f`: a document of some registration, now or once. */
export const isRegistrationDocument: Sql = raw(
  'EXISTS (SELECT FROM client_registration_documents d WHERE d.file_id = f.id)',
);
