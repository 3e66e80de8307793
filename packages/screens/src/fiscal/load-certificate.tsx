import { useApiMutation } from '@pauta/core/react';
import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Field } from '@pauta/ui/controls/field.tsx';
import { PasswordField } from '@pauta/ui/controls/password-field.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { BadgeCheck } from 'lucide-react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Form = styled.form`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; }
`;

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};

/** Asks for the PKCS#12 file of a company's certificate and its password; neither is stored. */
export function LoadCertificateDialog({
  issuer,
  onClose,
}: {
  readonly issuer: AnyRecord;
  readonly onClose: () => void;
}): ReactElement {
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<string>();
  const load = useApiMutation(
    async (api, chosen: File) =>
      api.post(`/${ecfIssuers.path}/${issuer.id}/certificate`, { file: await base64Of(chosen), password }),
    { invalidates: [`/${ecfIssuers.path}`, '/ecf-documents'] },
  );
  const errors = load.error?.errors ?? {};
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!file) {
      setMissing('Elija el archivo del certificado.');
      return;
    }
    try {
      await load.run(file);
      notify('Certificado cargado');
      onClose();
    } catch {
      // Shown below, next to its cause.
    }
  };
  return (
    <Dialog onClose={onClose} open title="Cargar certificado" width={36}>
      <Form noValidate onSubmit={(event) => void submit(event)}>
        <p>
          El certificado con que {String(issuer.name)} firma sus comprobantes. Su clave se guarda cifrada; el
          archivo y la contraseña no se guardan.
        </p>
        {load.error && !errors.file && !errors.password && (
          <Banner live tone="danger">
            {describeFailure(load.error).message}
          </Banner>
        )}
        <Field error={missing ?? errors.file?.[0]} label="Archivo .p12 o .pfx" required>
          {(aria) => (
            <input
              {...aria}
              accept=".p12,.pfx,application/x-pkcs12"
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null);
                setMissing(undefined);
                load.reset();
              }}
              type="file"
            />
          )}
        </Field>
        <PasswordField
          autoComplete="off"
          error={errors.password?.[0]}
          label="Contraseña del certificado"
          onChange={setPassword}
          value={password}
        />
        <div>
          <Button loading={load.pending} tone="primary" type="submit">
            Cargar
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Loads the certificate of an issuer, or a new one before the old one expires. */
export function LoadCertificate({ issuer }: { readonly issuer: AnyRecord }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(ecfIssuers).permission('finance.manage');
  return (
    <>
      <Button
        disabledReason={may.allowed ? undefined : may.reason}
        icon={<BadgeCheck aria-hidden size={16} />}
        onClick={() => setOpen(true)}
      >
        Cargar certificado
      </Button>
      {isOpen && <LoadCertificateDialog issuer={issuer} onClose={() => setOpen(false)} />}
    </>
  );
}
