import { useApi } from '@pauta/core/react';
import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { Spinner } from '@pauta/ui/controls/spinner.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { inputs } from '@pauta/ui/field-components/inputs.tsx';
import { DropZone } from '@pauta/ui/import/drop-zone.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { Landmark, Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-4, 1rem);
  & > p[role='alert'] { margin: 0; color: var(--pauta-color-danger-text); }
`;

const mostBytes = 20 * 1024 * 1024;
const account = bankFiles.fields.bank_account_id;
const AccountInput = inputs.reference;
const noAccount = 'Elija la cuenta bancaria del archivo.';

/** The account, and the statement that its bank gave; then the page of the file shows what its columns are. */
export function UploadBankFileDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState<string>();

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const id = referenceId(chosen);
    setMissing(id === null ? noAccount : undefined);
    if (id === null) return;
    if (file.size > mostBytes) {
      setFailure(
        `El archivo pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(mostBytes)}. Divídalo por meses.`,
      );
      return;
    }
    setReading(true);
    setFailure(undefined);
    const body = new FormData();
    body.append('file', file);
    try {
      const { data } = await api.post<{ data: { id: string } }>(
        `/${bankFiles.path}/read?bank_account_id=${id}`,
        body,
        { timeout: 120_000 },
      );
      onClose();
      navigate(paths.record(bankFiles, data.id));
    } catch (error) {
      setFailure(describeFailure(error).message);
      setReading(false);
    }
  };

  return (
    <Dialog onClose={onClose} open title="Subir archivo bancario" width={36}>
      <Parts>
        {account && (
          <AccountInput
            error={missing}
            field={account}
            label={account.label}
            name="bank_account_id"
            onBlur={() => {}}
            onChange={(value) => {
              setChosen(value);
              setMissing(undefined);
            }}
            required
            value={chosen}
            values={{}}
          />
        )}
        <DropZone onDropped={({ files }) => void take(files[0])}>
          {isReading ? <Spinner /> : <Landmark aria-hidden size={28} />}
          <strong>{isReading ? 'Leyendo el archivo…' : 'Arrastre aquí el estado de cuenta'}</strong>
          <p>
            CSV, XLSX, OFX, camt.053 o MT940, como lo da el banco. Nada se registra hasta que lo confirme.
          </p>
          <input
            accept=".csv,.txt,.tsv,.xlsx,.ods,.ofx,.qfx,.qbo,.xml,.sta,.mt940,.940"
            aria-hidden
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
            ref={input}
            tabIndex={-1}
            type="file"
          />
          <Button
            icon={<Upload aria-hidden size={16} />}
            loading={isReading}
            onClick={() => (referenceId(chosen) === null ? setMissing(noAccount) : input.current?.click())}
            tone="primary"
          >
            Elegir archivo
          </Button>
        </DropZone>
        {failure !== undefined && <p role="alert">{failure}</p>}
      </Parts>
    </Dialog>
  );
}
