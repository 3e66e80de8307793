import {
  type Attachment,
  type AttachmentKind,
  attachmentKinds,
  longestAttachmentTitle,
} from '@pauta/domain/notes/notes.ts';
import { token as t } from '@pauta/layout/theme';
import { type FormEvent, type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { Select } from '../controls/select.tsx';
import { TextField } from '../controls/text-field.tsx';
import { describeFailure } from '../data/failure.ts';

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  & > footer { display: flex; justify-content: flex-end; gap: ${t('space-2')}; }
`;

const kinds = Object.entries(attachmentKinds).map(([value, label]) => ({ value, label }));

/** Edits the title and the kind of an attachment. */
export function AttachmentDialog({
  attachment,
  onSave,
  onClose,
}: {
  attachment: Attachment;
  onSave: (values: { title: string; kind: AttachmentKind }) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const [title, setTitle] = useState(attachment.title);
  const [kind, setKind] = useState<string>(attachment.kind);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (title.trim() === '') return setFailure('Escriba un título.');
    setPending(true);
    try {
      await onSave({ title: title.trim(), kind: kind as AttachmentKind });
      onClose();
    } catch (error) {
      setFailure(describeFailure(error).message);
      setPending(false);
    }
  };
  return (
    <Dialog onClose={onClose} open title="Editar adjunto">
      <Form noValidate onSubmit={(event) => void save(event)}>
        <TextField
          error={failure}
          label="Título"
          maxLength={longestAttachmentTitle}
          onChange={setTitle}
          required
          value={title}
        />
        <Select label="Clase" onChange={setKind} options={kinds} required value={kind} />
        <footer>
          <Button onClick={onClose}>Cancelar</Button>
          <Button loading={pending} tone="primary" type="submit">
            Guardar
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
}
