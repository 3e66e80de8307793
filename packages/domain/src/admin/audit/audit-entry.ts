import { choice, type Tone } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { type Field, factory, type Kind } from '../../kinds/kind.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { longText, type TextOptions, textKind } from '../../kinds/text.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { users } from '../users/user.ts';
import { actionLabels, entityLabels } from './audit-labels.ts';

/** An identifier that is matched exactly: of a record, a request, an address. */
const wordKind: Kind<string, TextOptions> = {
  ...textKind,
  family: 'choice',
  filter: { accepts: (text) => text.trim() !== '' && text.length <= 200 && !text.includes('\0') },
};

const word = factory(wordKind);

const tones: Readonly<Record<string, Tone>> = {
  create: 'success',
  update: 'info',
  delete: 'danger',
  archive: 'warning',
  login_failed: 'warning',
  login_refused: 'danger',
};

/**
 * A row of the audit log (domain §1.13): the action, the record, the author, the origin and the reason. Written by the
 * database itself and never changed; the API only reads it. `before` and `after` are requested one entry at a time.
 */
export const auditEntries: Resource = defineResource({
  name: 'audit_entries',
  screen: 'reportes/logs',
  label: { one: 'Movimiento', many: 'Movimientos', gender: 'm' },
  fields: {
    at: dateTime('Fecha y hora', { required: true, readOnly: true }),
    actor_id: reference('Usuario', () => users, { readOnly: true }),
    action: choice(
      'Acción',
      Object.fromEntries(
        Object.entries(actionLabels).map(([name, label]) => [
          name,
          [label, tones[name] ?? 'neutral'] as const,
        ]),
      ),
      { required: true, readOnly: true },
    ),
    entity: choice('Tipo de registro', entityLabels, { required: true, readOnly: true }),
    record_id: word('Registro', { max: 200, required: true, readOnly: true }) as Field,
    fields: tags('Datos que cambiaron', { readOnly: true }),
    reason: longText('Motivo', { readOnly: true }),
    on_behalf_of: reference('En nombre de', () => users, { readOnly: true }),
    ip: word('Dirección IP', { max: 60, readOnly: true }) as Field,
    request_id: word('Solicitud', { max: 200, readOnly: true }) as Field,
  },
  title: 'record_id',
  search: ['reason'],
  order: '-at',
  columns: ['at', 'actor_id', 'ip', 'action', 'entity', 'record_id', 'fields'],
  filters: ['at', 'actor_id', 'action', 'entity'],
  operations: [],
  permissions: {
    viewAll: 'audit.view',
    create: 'audit.view',
    updateAll: 'audit.view',
    archive: 'audit.view',
  },
});
