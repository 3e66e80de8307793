import type { ConstraintMeanings } from '../platform/database/constraints.ts';

const inCircle = (field: string) => ({
  field,
  message: 'Así un registro dependería de sí mismo. Elija otro.',
});

/** Messages for the constraints of the area's tables. */
export const crmConstraints: ConstraintMeanings = {
  clients_client_code_key: { field: 'client_code', message: 'Ese código ya es de otro cliente.' },
  clients_company_code_key: { field: 'company_code', message: 'Ese código externo ya es de otro cliente.' },
  clients_tax_id_key: {
    field: 'tax_id',
    message: 'Ya existe un cliente con esta identificación en ese país.',
  },
  clients_sellers_differ: {
    field: 'additional_sales_rep_id',
    message: 'Elija a una persona distinta del vendedor principal.',
  },
  clients_exemption_proved: {
    field: 'tax_exempt_until',
    message: 'La exención necesita su documento y hasta cuándo vale.',
  },
  agencies_agency_code_key: { field: 'agency_code', message: 'Ese código ya es de otra agencia.' },
  agencies_company_code_key: {
    field: 'company_code',
    message: 'Ese código externo ya es de otra agencia.',
  },
  agencies_tax_id_key: {
    field: 'tax_id',
    message: 'Ya existe una agencia con esta identificación en ese país.',
  },
  public_forms_name_key: { field: 'name', message: 'Ya hay un formulario con ese nombre.' },
  target_lists_name_key: { field: 'name', message: 'Ya existe una lista objetivo con ese nombre.' },
  target_list_members_client_key: {
    field: 'client_id',
    message: 'Ese cliente ya está en esta lista, o estuvo: restáurelo desde los archivados.',
  },
  target_list_members_prospect_key: {
    field: 'prospect_tax_id',
    message: 'Ya hay un prospecto con esa identificación en esta lista.',
  },
  target_list_members_one_list: {
    message:
      'Uno de los clientes ya está en otra lista activa con el mismo propósito en el mismo periodo. ' +
      'Quítelo de una de las dos o cierre la otra.',
  },
  target_list_members_worked_by_somebody: {
    field: 'assigned_to_id',
    message: 'Una cuenta ya trabajada necesita a quien la atiende.',
  },
  clients_not_frozen: {
    field: 'primary_sales_rep_id',
    message: 'La cuenta está congelada. Descongélela en Distribución de Cartera antes de moverla.',
  },
  client_social_links_once: { field: 'handle', message: 'El cliente ya tiene ese perfil.' },
  clients_fiscal_frozen: {
    message:
      'Este cliente ya tiene documentos fiscales con ese dato; lo cambia quien tiene permiso de datos fiscales.',
  },
  agencies_fiscal_frozen: {
    message:
      'Esta agencia ya tiene documentos fiscales con ese dato; lo cambia quien tiene permiso de datos fiscales.',
  },
  clients_remain_advertisers: {
    message: 'Un cliente con documentos fiscales no se convierte en agencia. Registre la agencia aparte.',
  },
  clients_merged_stay_archived: {
    message: 'Este cliente se fusionó con otro. Para recuperarlo, deshaga la fusión.',
  },
  agencies_merged_stay_archived: {
    message: 'Esta agencia se fusionó con otra. Para recuperarla, deshaga la fusión.',
  },
  clients_withdrawn_stay_archived: {
    message:
      'La aprobación que creó este cliente se deshizo. Para recuperarlo, apruebe otra vez su registro.',
  },
  clients_became_agency_stay_archived: {
    message: 'Este cliente se convirtió en agencia. Para recuperarlo, deshaga la conversión.',
  },
  volume_rebates_name_key: { field: 'name', message: 'Ya hay una bonificación con ese nombre.' },
  volume_rebates_rising: {
    field: 'tiers',
    message: 'Indique al menos un tramo; cada uno empieza en un monto mayor que el anterior.',
  },
  client_agencies_brand_of_client: {
    field: 'brand_id',
    message: 'La marca de una carta debe ser del cliente de la carta. Elija una marca de ese cliente.',
  },
  client_agencies_one_default: {
    field: 'is_default',
    message:
      'Ese cliente y marca ya tienen agencia habitual en esas fechas, por otra carta. Quite allí la marca de habitual o cambie la vigencia.',
  },
  client_agencies_once: {
    field: 'valid',
    message:
      'Esa agencia ya tiene otra carta del mismo cliente y marca en esas fechas. Cambie la vigencia o edite la otra.',
  },
  signatories_one_owner: {
    field: 'client_id',
    message: 'Indique por quién firma: un cliente, una agencia o una compañía propia, solo uno de los tres.',
  },
  signatories_power_proved: { field: 'power_document', message: 'Un apoderado necesita su poder.' },
  signatories_joint_group: {
    field: 'joint_group',
    message: 'Una firma conjunta necesita su grupo, y una individual no lleva ninguno.',
  },
  signatories_one_default: {
    field: 'is_default',
    message:
      'Ya hay otro firmante habitual en esas fechas. Quítele la marca de habitual o cambie la vigencia.',
  },
  signatories_once: {
    field: 'national_id',
    message: 'Esa persona ya es firmante en esas fechas. Edite su registro o cambie la vigencia.',
  },
  clients_no_cycle: inCircle('parent_client_id'),
};
