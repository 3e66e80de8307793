import { clients } from '@pauta/domain/crm/clients/client.ts';
import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import { formatQuery } from '@pauta/domain/resource/query/query.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type Selection, selectedCount } from '@pauta/ui/query/selection.ts';
import { type ReactElement, useMemo, useState } from 'react';
import { JoinTargetList } from './join-target-list.tsx';

/** Closed lists accept no accounts: `status` restricts the options and is not shown. */
const fields = {
  list: reference('Lista', () => targetLists, {
    required: true,
    filter: { status: 'open' },
    hint: 'Escriba un nombre nuevo para crear una lista.',
  }),
};

/** Adds the selected clients to an existing or new target list, after showing which of them can join. */
export function AddToTargetListDialog({
  selection,
  onClose,
}: {
  selection: Selection;
  /** `done` is whether the accounts were added. */
  onClose: (done: boolean) => void;
}): ReactElement {
  const [list, setList] = useState<Reference | null>(null);
  const body = useMemo(
    () =>
      selection.kind === 'ids'
        ? { ids: selection.ids }
        : { query: formatQuery(clients, selection.query).toString(), expected: selection.expected },
    [selection],
  );
  return (
    <Dialog
      onClose={() => onClose(false)}
      open
      title={`Agregar a una lista objetivo: ${countOf(clients.label, selectedCount(selection))}`}
    >
      {list === null ? (
        <FieldsForm
          autoFocus
          bar="dialog"
          fields={fields}
          initial={{ open: 'draft,active' }}
          onCancel={() => onClose(false)}
          onSubmit={(values) => setList(values.list as Reference)}
          submitLabel="Continuar"
        />
      ) : (
        <JoinTargetList
          list={list}
          onCancel={() => onClose(false)}
          onDone={() => onClose(true)}
          selection={body}
        />
      )}
    </Dialog>
  );
}
