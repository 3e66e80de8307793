import { type SettingScope, settingScopes } from '@pauta/domain/admin/settings/setting.ts';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { type Field, formatField } from '@pauta/domain/kinds/kind.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { inputs } from '@pauta/ui/field-components/inputs.tsx';
import { History, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import type { SettingDetail } from './data.ts';
import { settingInputs } from './inputs.tsx';

export interface SettingRowProps {
  readonly settingKey: string;
  readonly field: Field;
  readonly scope: SettingScope;
  readonly detail: SettingDetail | undefined;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly isDefault: boolean;
  readonly isChanged: boolean;
  readonly readOnly: boolean;
  /** Why a user who may change settings may not change this one. */
  readonly locked: string | undefined;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly onReset: () => void;
  /** Absent for users who may not read the history. */
  readonly onHistory: (() => void) | undefined;
}

/** One setting: its input, its scope, whether it differs from its default, and buttons for the default and the history. */
export function SettingRow({
  settingKey,
  field,
  scope,
  detail,
  value,
  error,
  isDefault,
  isChanged,
  readOnly,
  locked,
  onChange,
  onBlur,
  onReset,
  onHistory,
}: SettingRowProps): ReactElement {
  const Face = settingInputs[settingKey] ?? inputs[field.kind.name];
  return (
    <div data-setting data-changed={isChanged || undefined}>
      <div data-width={field.options.width ?? 'medium'}>
        <Face
          error={error}
          field={field}
          hint={[field.options.hint, locked].filter(Boolean).join(' ')}
          label={field.label}
          name={settingKey}
          onBlur={onBlur}
          onChange={onChange}
          placeholder={field.options.placeholder}
          readOnly={readOnly}
          required={field.options.required && field.kind.name !== 'yesNo'}
          value={value}
          values={{}}
        />
        <p data-note>
          {!isDefault && (
            <>
              <Badge tone="info">Cambiado</Badge> Inicial: {formatField(field, detail?.default)}
            </>
          )}
          <span>Alcance: {settingScopes[scope]}</span>
          {detail?.changed_at && (
            <span>
              Último cambio: {detail.changed_by},{' '}
              <time dateTime={detail.changed_at}>{dateTimeKind.format(detail.changed_at, {})}</time>
            </span>
          )}
        </p>
      </div>
      <div data-actions>
        {!readOnly && !isDefault && (
          <IconButton
            icon={<RotateCcw aria-hidden size={16} />}
            label={`Restablecer «${field.label}»`}
            onClick={onReset}
          />
        )}
        {onHistory && (
          <IconButton
            icon={<History aria-hidden size={16} />}
            label={`Historial de «${field.label}»`}
            onClick={onHistory}
          />
        )}
      </div>
    </div>
  );
}
