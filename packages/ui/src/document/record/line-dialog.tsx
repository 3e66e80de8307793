import { ApiError } from '@pauta/core';
import { useUser } from '@pauta/core/react';
import type { Document, Line, PlacedLines } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { agree, newOne } from '@pauta/domain/text/label.ts';
import { type ReactElement, useState } from 'react';
import { Dialog } from '../../controls/dialog.tsx';
import { requestIdOf } from '../../data/use-commands.ts';
import { draftKey } from '../../form/draft/draft.ts';
import { FieldsForm } from '../../form/fields-form.tsx';
import { useUndo } from '../../undo/offer-undo.tsx';
import { writableFields } from '../form/line-inputs.ts';
import { useLineCommands } from './use-line-commands.ts';

/** A dialog to add or change one line with mode `beside`. */
export function LineDialog({
  document,
  record,
  kind,
  line,
  onClose,
}: {
  document: Document;
  record: AnyRecord;
  kind: PlacedLines;
  /** Absent for a new line. */
  line?: Line | undefined;
  onClose: () => void;
}): ReactElement {
  const user = useUser();
  const write = useLineCommands(document, record, kind);
  const undo = useUndo();
  const { label, rules, ...resource } = kind.of();
  const fields = writableFields({ label, rules, ...resource });
  // Retries use the same id, so that the line is added only once.
  const [id] = useState(() => line?.id ?? newLineId());
  const save = async (values: Values): Promise<void> => {
    const body = toBody(fields, values, line);
    if (Object.keys(body).length > 0 || !line) {
      try {
        const saved = await write({ put: [{ ...body, id }] });
        undo.offer(`${label.one} ${agree(label, line ? 'guardado' : 'agregado')}`, requestIdOf(saved));
      } catch (error) {
        throw error instanceof ApiError ? ofFields(error, `${kind.name}.${id}.`) : error;
      }
    }
    onClose();
  };
  const title = line ? `Editar ${label.one.toLocaleLowerCase('es')}` : newOne(label);
  return (
    <Dialog onClose={onClose} open title={title} width={Object.keys(fields).length > 3 ? 48 : 34}>
      <FieldsForm
        autoFocus
        bar="dialog"
        current={line}
        draft={draftKey(
          String(user?.id ?? ''),
          `${document.name}.${kind.name}`,
          line?.id ?? `new.${record.id}`,
        )}
        fields={fields}
        label={title}
        onCancel={onClose}
        onSubmit={save}
        rules={rules}
        submitLabel={line ? 'Guardar' : `Agregar ${label.one.toLocaleLowerCase('es')}`}
      />
    </Dialog>
  );
}

/** Returns the error with the paths of one line's errors replaced by the names of its fields. */
const ofFields = (error: ApiError, path: string): ApiError =>
  new ApiError(error.message, {
    status: error.status,
    code: error.code,
    body: error.body,
    retryAfter: error.retryAfter,
    requestId: error.requestId,
    errors: Object.fromEntries(
      Object.entries(error.errors).map(([name, messages]) => [
        name.startsWith(path) ? name.slice(path.length) : name,
        messages,
      ]),
    ),
  });
