import { type Fields, withOptions } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { missingFor } from '@pauta/domain/sales/opportunities/stage-requirements.ts';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import type { ReactElement } from 'react';
import { useOpenStages } from './open-stages.ts';

const { move } = opportunities.commands;

/** The input of a move: the stage and, once it is chosen, what it requires and the opportunity lacks. */
const fieldsOf = (stages: readonly AnyRecord[], opportunity: AnyRecord): Fields => {
  const missing = stages.map(({ id, required_fields }) => ({
    id,
    names: missingFor((required_fields ?? []) as readonly string[], opportunity),
  }));
  const asked = (move?.fills ?? []).map((name) => {
    const is = missing.filter(({ names }) => names.includes(name)).map(({ id }) => id);
    const field = fieldOf(opportunities, name);
    return [name, is, withOptions(field, { required: true, when: { field: 'stage_id', is } })] as const;
  });
  return {
    ...(move?.fields?.stage_id && { stage_id: move.fields.stage_id }),
    ...Object.fromEntries(asked.filter(([, is]) => is.length > 0).map(([name, , field]) => [name, field])),
  };
};

/**
 * Moves an opportunity to another stage, and asks for exactly what that stage requires and the opportunity lacks.
 *
 * @param record with all fields
 * @param to the stage to begin with
 */
export function MoveDialog({
  record,
  to,
  onDone,
  onClose,
}: {
  record: AnyRecord;
  to?: Reference;
  onDone?: (record: AnyRecord) => void;
  onClose: () => void;
}): ReactElement | null {
  const stages = useOpenStages();
  if (!move || !stages.data) return null;
  const { client_id, agency_id, currency_code } = record;
  return (
    <CommandDialog
      command={move}
      fields={fieldsOf(stages.data.data, record)}
      initial={{ client_id, agency_id, currency_code, ...(to && { stage_id: to }) }}
      name="move"
      onClose={onClose}
      onDone={(moved) => {
        onClose();
        onDone?.(moved);
      }}
      record={record}
      resource={opportunities}
      title={String(record.name)}
    />
  );
}
