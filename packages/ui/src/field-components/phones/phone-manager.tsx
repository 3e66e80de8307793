import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { type Field, parseField } from '@pauta/domain/kinds/kind.ts';
import { phoneFields, phoneKinds } from '@pauta/domain/kinds/phone-rows.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { homeCountry } from '@pauta/domain/phone/home-country.ts';
import { splitPhone } from '@pauta/domain/phone/written-phone.ts';
import { token as t } from '@pauta/layout/theme';
import { MessageCircle, Phone, PhoneOff, Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';
import { Checkbox } from '../../controls/checkbox.tsx';
import { Field as Frame } from '../../controls/field.tsx';
import { IconButton } from '../../controls/icon-button.tsx';
import { Select } from '../../controls/select.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { VisuallyHidden } from '../../controls/visually-hidden.tsx';
import { Link } from '../../router.ts';
import { inputValues } from '../input-values.ts';
import { callLink, callRefusal, hasWhatsApp, whatsAppLink } from './phone-links.ts';
import {
  countryChoices,
  countryOf,
  groupTyped,
  readNumber,
  readPasted,
  showNumber,
} from './phone-numbers.ts';

/** Other owners of a number. */
export interface NumberOwners {
  readonly number: string;
  /** The owners that the user may see. */
  readonly contacts: readonly Reference[];
  /** How many further owners the user may not see. */
  readonly hidden: number;
}

export interface PhoneManagerProps {
  readonly label: string;
  readonly name?: string | undefined;
  readonly rows: readonly JsonRow[];
  readonly onChange: (rows: readonly JsonRow[]) => void;
  readonly onBlur?: () => void;
  /** The error of the rows as a whole; each row also shows its own errors. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly max?: number;
  /** Other records that have one of the numbers. */
  readonly owners?: readonly NumberOwners[];
  /** Address of another contact with the number. */
  readonly ownerPath?: (owner: Reference) => string;
}

const Rows = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${t('space-2')};
  & > ol { display: flex; flex-direction: column; gap: ${t('space-3')}; inline-size: 100%; margin: 0; padding: 0; list-style: none; }
  & > ol > li {
    display: grid;
    gap: ${t('space-2')};
    padding: ${t('space-3')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
  }
  & > ol > li[data-primary] { border-color: ${t('color-accent')}; }
  & [data-parts] { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: ${t('space-2')}; }
  & [data-marks] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')} ${t('space-4')}; }
  & [data-marks] > label { display: inline-flex; align-items: center; gap: ${t('space-2')}; min-block-size: 24px; }
  & [data-marks] > label > input { inline-size: 18px; block-size: 18px; margin: 0; accent-color: ${t('color-accent')}; }
  & [data-acts] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; }
  & [data-acts] > :last-child { margin-inline-start: auto; }
  & [data-acts] > a {
    display: inline-flex;
    align-items: center;
    gap: ${t('space-1')};
    min-block-size: 28px;
    color: ${t('color-accent-text')};
  }
  & [data-acts] > span, & [data-owners] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-acts] > span { display: inline-flex; align-items: center; gap: ${t('space-1')}; }
  & [data-owners] { margin: 0; }
  & [data-owners] a { color: ${t('color-accent-text')}; }
`;

const kindChoices = Object.entries(phoneKinds).map(([value, label]) => ({ value, label }));
const shown = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Removes spaces and punctuation from a number, so that it equals its formatted text. */
const compact = (value: unknown): string => {
  const text = shown(value);
  return /^\+[\d\s().-]+$/.test(text) ? text.replace(/[\s().-]/g, '') : text;
};

/** The rows with exactly one main number. */
const withPrimary = (rows: readonly JsonRow[], chosen?: number): readonly JsonRow[] => {
  const first =
    chosen ??
    Math.max(
      0,
      rows.findIndex((row) => row.is_primary === true),
    );
  return rows.map((row, index) => ({ ...row, is_primary: index === first }));
};

/** The errors of a row, by field. */
const faultsOf = (row: JsonRow): Readonly<Record<string, string>> => {
  const faults: Record<string, string> = {};
  for (const [name, field] of Object.entries(phoneFields)) {
    const checked = parseField<unknown>(field as Field, row[name]);
    if (!checked.ok) faults[name] = checked.message;
  }
  if (!faults.number && !readNumber(shown(row.number), homeCountry).isNumber) {
    faults.number = 'Revise el número; no tiene las cifras de su país.';
  }
  if (row.kind === 'extension' && !row.extension)
    faults.extension = 'Escriba la extensión, o elija otro tipo.';
  return faults;
};

/**
 * The telephone numbers of a person as rows: kind, country, number as typed, extension, main number, WhatsApp, hours,
 * and do-not-call. A pasted text with several numbers is split into rows.
 *
 * @example <PhoneManager label="Teléfonos" rows={phones} onChange={setPhones} />
 */
export function PhoneManager({
  label,
  name,
  rows,
  onChange,
  onBlur,
  error,
  hint = 'Puede pegar varios números a la vez: cada uno queda en su fila. Para otro país, escriba + y su código.',
  required,
  readOnly = false,
  max = 20,
  owners = [],
  ownerPath,
}: PhoneManagerProps): ReactElement {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [moved, setMoved] = useState<number | 'removed' | null>(null);
  const [said, setSaid] = useState('');

  useEffect(() => {
    if (moved === 'removed') add.current?.focus();
    else if (moved !== null)
      list.current?.children[moved]?.querySelector<HTMLInputElement>('input[type=tel]')?.focus();
    setMoved(null);
  }, [moved]);

  const change = (index: number, values: JsonRow): void =>
    onChange(withPrimary(rows.map((row, place) => (place === index ? { ...row, ...values } : row))));
  const fresh = (): JsonRow => inputValues(phoneFields, {});

  const paste = (index: number, text: string, country: string): boolean => {
    const found = readPasted(text, country);
    if (found.length === 0 || (found.length === 1 && !found[0]?.extension)) return false;
    const known = new Set(
      rows
        .filter((_, place) => place !== index)
        .map((row) => `${compact(row.number)} ${shown(row.extension)}`),
    );
    const news = found.filter(({ number, extension }) => !known.has(`${number} ${extension}`));
    const room = max - rows.length + 1;
    const made = news
      .slice(0, room)
      .map((one, place) => ({ ...(place === 0 ? rows[index] : fresh()), ...one }));
    onChange(withPrimary([...rows.slice(0, index), ...made, ...rows.slice(index + 1)]));
    const repeated = found.length - news.length;
    setSaid(
      [
        made.length === 1 ? 'Se agregó 1 teléfono.' : `Se agregaron ${made.length} teléfonos.`,
        repeated > 0 && (repeated === 1 ? 'Uno ya estaba.' : `${repeated} ya estaban.`),
        news.length > room && `Caben ${max}; quite alguno para agregar los demás.`,
      ]
        .filter(Boolean)
        .join(' '),
    );
    return true;
  };

  return (
    <Frame
      error={error}
      hint={readOnly ? undefined : hint}
      label={label}
      name={name}
      readOnly={readOnly}
      required={required}
    >
      {(aria) => (
        <Rows
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
          }}
          role="group"
        >
          {rows.length > 0 && (
            <ol ref={list}>
              {rows.map((row, index) => (
                <PhoneRow
                  faults={error !== undefined}
                  group={aria.id}
                  index={index}
                  key={index}
                  name={name}
                  onChange={(values) => change(index, values)}
                  onPaste={(text, country) => paste(index, text, country)}
                  onPrimary={() => onChange(withPrimary(rows, index))}
                  onRemove={() => {
                    const rest = rows.filter((_, place) => place !== index);
                    onChange(rest.length > 0 ? withPrimary(rest) : rest);
                    setMoved('removed');
                  }}
                  owners={owners.find(({ number }) => number === compact(row.number))}
                  ownerPath={ownerPath}
                  readOnly={readOnly}
                  row={row}
                />
              ))}
            </ol>
          )}
          {!readOnly && rows.length < max && (
            <Button
              icon={<Plus aria-hidden size={16} />}
              onClick={() => {
                onChange(withPrimary([...rows, fresh()]));
                setMoved(rows.length);
              }}
              ref={add}
              size="small"
            >
              Agregar teléfono
            </Button>
          )}
          <VisuallyHidden role="status">{said}</VisuallyHidden>
        </Rows>
      )}
    </Frame>
  );
}

interface PhoneRowProps {
  readonly row: JsonRow;
  readonly index: number;
  readonly name: string | undefined;
  /** Name that the radio buttons of "Principal" share. */
  readonly group: string;
  /** Whether to show errors before the row has lost the focus. */
  readonly faults: boolean;
  readonly readOnly: boolean;
  readonly owners: NumberOwners | undefined;
  readonly ownerPath: ((owner: Reference) => string) | undefined;
  readonly onChange: (values: JsonRow) => void;
  readonly onPrimary: () => void;
  readonly onPaste: (text: string, country: string) => boolean;
  readonly onRemove: () => void;
}

function PhoneRow({
  row,
  index,
  name = 'phones',
  group,
  faults: asked,
  readOnly,
  owners,
  ownerPath,
  onChange,
  onPrimary,
  onPaste,
  onRemove,
}: PhoneRowProps): ReactElement {
  const stored = compact(row.number);
  const emitted = useRef(stored);
  const [typed, setTyped] = useState(() => showNumber(stored));
  const [country, setCountry] = useState(() => countryOf(stored) ?? homeCountry);
  const [left, setLeft] = useState(false);

  // The focus moves to the row that replaced a removed one.
  useEffect(() => {
    if (stored === emitted.current) return;
    emitted.current = stored;
    setTyped(showNumber(stored));
    setCountry((present) => countryOf(stored) ?? present);
  }, [stored]);

  const emit = (text: string, from: string): void => {
    const { number, extension } = splitPhone(text);
    const read = readNumber(number, from);
    emitted.current = read.value;
    if (read.country) setCountry(read.country);
    onChange({ number: read.value, ...(extension && { extension }) });
  };
  const type = (text: string): void => {
    // While digits are deleted, reformatting would interfere.
    const grouped = text.length > typed.length && text.startsWith(typed) ? groupTyped(text, country) : text;
    setTyped(grouped);
    emit(grouped, country);
  };
  const faults = asked || left ? faultsOf(row) : {};
  const place = `Teléfono ${index + 1}`;
  const refusal = callRefusal(row);
  const verified = shown(row.verified_on);

  return (
    <li
      aria-label={place}
      data-primary={row.is_primary === true || undefined}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        if (stored !== '') setLeft(true);
      }}
    >
      <div data-parts>
        <Select
          clearable={false}
          error={faults.kind}
          label="Tipo"
          onChange={(kind) => onChange({ kind })}
          options={kindChoices}
          readOnly={readOnly}
          value={shown(row.kind)}
        />
        <Select
          clearable={false}
          label="País"
          onChange={(next) => {
            setCountry(next);
            if (!typed.trim().startsWith('+')) emit(typed, next);
          }}
          options={countryChoices(country)}
          readOnly={readOnly}
          value={country}
        />
        <TextField
          autoComplete="off"
          error={faults.number}
          inputMode="tel"
          label="Número"
          name={`${name}.${index}.number`}
          onBlur={() => {
            if (readNumber(splitPhone(typed).number, country).isNumber) setTyped(showNumber(stored));
          }}
          onChange={type}
          onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
            if (!readOnly && onPaste(event.clipboardData.getData('text'), country)) event.preventDefault();
          }}
          readOnly={readOnly}
          required
          type="tel"
          value={typed}
        />
        <TextField
          error={faults.extension}
          inputMode="numeric"
          label="Extensión"
          onChange={(extension) => onChange({ extension })}
          readOnly={readOnly}
          required={row.kind === 'extension'}
          value={shown(row.extension)}
        />
        <TextField
          error={faults.valid_hours}
          label="Horario para llamar"
          onChange={(valid_hours) => onChange({ valid_hours })}
          placeholder="Ej: L–V 9:00–17:00"
          readOnly={readOnly}
          value={shown(row.valid_hours)}
        />
      </div>
      <div data-marks>
        <label>
          <input
            checked={row.is_primary === true}
            disabled={readOnly}
            name={`${group}-primary`}
            onChange={onPrimary}
            type="radio"
          />
          Principal
        </label>
        <Checkbox
          checked={row.is_whatsapp === true || row.kind === 'whatsapp'}
          label="Tiene WhatsApp"
          onChange={(is_whatsapp) => onChange({ is_whatsapp })}
          readOnly={readOnly || row.kind === 'whatsapp'}
        />
        <Checkbox
          checked={row.do_not_call === true}
          label="No llamar"
          onChange={(do_not_call) => onChange({ do_not_call })}
          readOnly={readOnly}
        />
        <Checkbox
          checked={verified !== ''}
          label={verified === '' ? 'Verificado' : `Verificado el ${verified.split('-').reverse().join('/')}`}
          onChange={(yes) => onChange({ verified_on: yes ? companyToday() : '' })}
          readOnly={readOnly}
        />
      </div>
      {owners && (
        <p data-owners role="status">
          También lo tiene{owners.contacts.length + owners.hidden > 1 ? 'n' : ''}:{' '}
          {owners.contacts.map((one, at) => (
            <span key={one.id}>
              {at > 0 && ', '}
              {ownerPath ? (
                <Link target="_blank" to={ownerPath(one)}>
                  {one.label}
                </Link>
              ) : (
                one.label
              )}
            </span>
          ))}
          {owners.hidden > 0 &&
            `${owners.contacts.length > 0 ? ' y ' : ''}${owners.hidden === 1 ? 'un contacto' : `${owners.hidden} contactos`} que usted no puede ver`}
          .
        </p>
      )}
      <div data-acts>
        {stored !== '' &&
          (refusal === undefined ? (
            <a href={callLink(row)}>
              <Phone aria-hidden size={15} /> Llamar
            </a>
          ) : (
            <span>
              <PhoneOff aria-hidden size={15} /> {refusal}
            </span>
          ))}
        {hasWhatsApp(row) && (
          <a href={whatsAppLink(row)} rel="noreferrer" target="_blank">
            <MessageCircle aria-hidden size={15} /> WhatsApp
          </a>
        )}
        {!readOnly && (
          <IconButton
            icon={<Trash2 aria-hidden size={16} />}
            label={`Quitar ${place.toLocaleLowerCase('es')}`}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  );
}
