import { consentText } from '@pauta/domain/sales/signing/signature.ts';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import type { Input, InputProps } from '@pauta/ui/field-components/inputs.tsx';
import { type ReactElement, useMemo } from 'react';
import { SignaturePad } from './signature-pad.tsx';
import { documentName, type SignedDocument } from './signed-document.ts';
import type { SignerAnswer } from './signing-answer.ts';
import { SigningPdf } from './signing-pdf.tsx';

const DrawingInput = ({ name, label, hint, error, value, onChange }: InputProps): ReactElement => (
  <SignaturePad
    error={error}
    hint={hint}
    label={label}
    name={name}
    onChange={onChange}
    value={typeof value === 'string' ? value : ''}
  />
);

/** The box that a signer checks, with the sentence that is stored with the signature. */
const consentInput = (sentence: string): Input =>
  function ConsentInput({ name, error, value, onChange, onBlur }: InputProps): ReactElement {
    return (
      <Checkbox
        checked={value === true}
        error={error}
        label={sentence}
        name={name}
        onBlur={onBlur}
        onChange={onChange}
      />
    );
  };

/** Somebody signs on this screen, in front of the user: their name, a drawing if they want, and their consent. */
export function SignInPerson({
  record,
  resource,
  signer,
  isRead,
  onRead,
  onClose,
}: SignedDocument & {
  readonly signer: SignerAnswer;
  /** Whether the document was opened. */
  readonly isRead: boolean;
  readonly onRead: () => void;
  readonly onClose: () => void;
}): ReactElement | null {
  const { sign_in_person: command } = resource.commands;
  const sentence = consentText(documentName({ record, resource }));
  const inputs = useMemo(() => ({ drawing: DrawingInput, consents: consentInput(sentence) }), [sentence]);
  if (!command) return null;
  return (
    <CommandDialog
      above={
        <>
          {!isRead && <p>Abra primero el documento y muéstrelo: nadie firma lo que no se mostró.</p>}
          <div>
            <SigningPdf onSaved={onRead} record={record} resource={resource} />
          </div>
        </>
      }
      command={command}
      fields={command.fields}
      fixed={{ signer_id: signer.id }}
      initial={{}}
      inputs={inputs}
      keepsDraft={false}
      name="sign_in_person"
      onClose={onClose}
      onDone={onClose}
      record={record}
      resource={resource}
      submitReason={isRead ? undefined : 'Abra primero el documento que se firma.'}
      title={signer.full_name}
    />
  );
}
