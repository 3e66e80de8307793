/** The subject of the issue that builds what is missing, and what a label must match once it is built. */
export interface Later {
  readonly issue: string;
  readonly label: RegExp;
}

/**
 * How a route has an entry:
 *
 * - text: the name of a field or command of its resource, or `resource:name` of another one. A command may also be
 *   `bulk field`, `archive`, `vcard`, `mailing` or a permission such as `clients.merge`
 * - a regular expression: a text in its screens, for pages that are not a derived list
 * - several: all of them
 * - `Later`: it does not have it yet
 */
export type Entry = string | RegExp | readonly string[] | Later;

/** A row of domain §1.14. */
export interface ScreenRow {
  readonly resource?: string;
  /** Files or folders in `packages/screens/src` with the texts of its page. */
  readonly screens?: readonly string[];
  /** Marked ⇪: its records can be imported. */
  readonly imports?: true;
  /** It has no rows, or whoever may see them may export them. */
  readonly exports?: false;
  readonly columns: Readonly<Record<string, Entry>>;
  readonly filters: Readonly<Record<string, Entry>>;
  readonly actions: Readonly<Record<string, Entry>>;
}

const later =
  (issue: string) =>
  (label: RegExp): Later => ({ issue, label });

const thread = later('One thread of money through the whole house');
const inventory = later('Inventory: what is sold, its capacity, its price, its package, its sheet');
const availability = later('Availability and holds: one live matrix, and nothing is ever sold twice');
const quoting = later('From opportunity to accepted quote');
const contracting = later('Contracts and addenda that prove themselves');
const delivery = later('Delivery: material, implementation, placement, proof');
const billing = later('Billing and collections: right to the cent, legal, and provable');
const planning = later('Planning, forecast and the pages people open first');

const library: ScreenRow = {
  resource: 'media_files',
  screens: ['media'],
  columns: {
    miniatura: delivery(/miniatura|^archivo$/i),
    título: 'title',
    cliente: 'client_id',
    'duración/medidas': ['duration_sec', 'width_px', 'height_px'],
    derechos: 'rights_until',
    usos: delivery(/usos/i),
    estado: delivery(/estado/i),
  },
  filters: {
    'rights expiring': 'rights_until',
    unused: delivery(/usos|sin uso/i),
    owner: delivery(/dueño|subido por|propietario/i),
  },
  actions: {
    etiquetar: 'bulk tags',
    archivar: 'archive',
    enlace: delivery(/enlace|compartir/i),
    descargar: delivery(/descargar/i),
    // Files are uploaded one at a time.
    importar: delivery(/varios|importar/i),
  },
};

/** Default columns, filters and actions of each route, as listed in domain §1.14. */
export const screenIndex: Readonly<Record<string, ScreenRow>> = {
  '': {
    screens: ['home'],
    exports: false,
    columns: {},
    filters: {
      period: planning(/label="Per[ií]odo"/),
      company: planning(/label="Compañía"/),
      division: planning(/label="División"/),
      seller: planning(/label="Vendedor"/),
    },
    actions: { 'pin card': planning(/Fijar/), 'drill to list': /<Link [^>]*to=\{`\$\{paths\.list/ },
  },
  perfil: {
    screens: ['account'],
    exports: false,
    columns: {},
    filters: {},
    actions: { 'cerrar otras sesiones': /Cerrar las demás/ },
  },
  'crm/clientes': {
    resource: 'clients',
    imports: true,
    columns: {
      código: 'client_code',
      'nombre comercial': 'trade_name',
      RNC: 'tax_id',
      tipo: 'client_type_id',
      categoría: 'client_category_id',
      industria: 'industry_id',
      vendedor: 'primary_sales_rep_id',
      crédito: 'credit_status',
      'saldo vencido': 'overdue_balance',
      'última atención': 'last_activity_at',
      'próxima acción': 'next_activity_at',
      'ventas 12 m': 'billed_12m',
      estado: 'status',
    },
    filters: {
      'all columns': [
        'client_type_id',
        'client_category_id',
        'industry_id',
        'primary_sales_rep_id',
        'credit_status',
        'next_activity_at',
        'status',
      ],
      'sin atención N d': 'last_activity_at',
      'sin contrato': 'has_contract',
      'duplicado probable': 'possible_duplicate',
    },
    actions: {
      reasignar: 'bulk primary_sales_rep_id',
      categoría: 'bulk client_category_id',
      etiquetar: 'bulk tags',
      fusionar: 'clients.merge',
      archivar: 'archive',
    },
  },
  'crm/agencias': {
    resource: 'agencies',
    imports: true,
    columns: {
      código: 'agency_code',
      nombre: 'trade_name',
      grupo: 'agency_group_id',
      tipo: 'agency_type_id',
      categoría: 'agency_category_id',
      'comisión %': 'commission_pct',
      modo: 'commission_mode',
      'clientes activos': 'active_clients',
      'facturado 12 m': 'billed_12m',
      saldo: 'open_balance',
    },
    filters: {
      group: 'agency_group_id',
      type: 'agency_type_id',
      'commission mode': 'commission_mode',
      'cartas por vencer': 'next_letter_ends_on',
    },
    actions: { 'comisión (approve)': 'change_commission', reasignar: 'bulk primary_sales_rep_id' },
  },
  'crm/contactos': {
    resource: 'contacts',
    imports: true,
    columns: {
      nombre: 'full_name',
      'empresa(s)': ['client_id', 'agency_id'],
      cargo: 'job_position_id',
      rol: 'role',
      'teléfono principal': 'primary_phone',
      correo: 'primary_email',
      'último contacto': 'last_activity_at',
      consentimiento: 'consent_marketing',
    },
    filters: {
      company: ['client_id', 'agency_id'],
      role: 'role',
      'no phone': 'primary_phone',
      bounced: 'email_bounced',
      'birthday month': 'birth_month',
    },
    actions: { etiquetar: 'bulk tags', mover: 'move', vCard: 'vcard', 'lista de envío': 'mailing' },
  },
  'crm/seguimiento': {
    resource: 'activities',
    columns: {
      fecha: 'scheduled_at',
      tipo: 'kind',
      asunto: 'subject',
      relacionado: 'client_id',
      responsable: 'assigned_to_id',
      estado: 'status',
      resultado: 'contact_result_id',
      próxima: 'next_activity_id',
    },
    filters: {
      today: 'scheduled_at',
      late: ['scheduled_at', 'status'],
      // Asked of the account: an activity that is finished always has the next one, or closes the matter.
      'no next action': 'clients:next_activity_at',
      kind: 'kind',
      result: 'contact_result_id',
    },
    actions: { completar: 'complete', reprogramar: 'reschedule', reasignar: 'bulk assigned_to_id' },
  },
  'crm/seguimiento-ref': {
    resource: 'referrals',
    columns: {
      referente: 'referrer_kind',
      referido: 'referred_name',
      recibido: 'received_at',
      '1.er contacto': 'first_contact_at',
      estado: 'status',
      responsable: 'assigned_to_id',
      recompensa: 'reward_type',
    },
    filters: {
      'referrer kind': 'referrer_kind',
      'SLA broken': ['contact_due_at', 'first_contact_at'],
      state: 'status',
    },
    actions: { asignar: 'bulk assigned_to_id', 'descartar con motivo': 'discard' },
  },
  'crm/target-list': {
    resource: 'target_lists',
    imports: true,
    columns: {
      lista: 'name',
      propósito: 'purpose',
      periodo: 'period',
      dueño: 'owner_id',
      cuentas: 'accounts',
      'contactadas %': 'contacted_pct',
      ganado: 'won_amount',
      meta: 'goal_amount',
    },
    filters: { active: 'status', owner: 'owner_id', purpose: 'purpose' },
    actions: { 'agregar desde filtro': 'accounts', repartir: 'distribution', cerrar: 'close' },
  },
  'crm/client-registrations': {
    resource: 'client_registrations',
    columns: {
      folio: 'folio',
      recibido: 'received_at',
      empresa: 'legal_name',
      RNC: 'tax_id',
      coincidencias: 'match_count',
      documentos: 'documents',
      estado: 'status',
      revisor: 'reviewer_id',
      SLA: 'sla',
    },
    filters: { state: 'status', reviewer: 'reviewer_id', late: 'sla', spam: 'spam_signs' },
    actions: { asignar: 'assign', 'pedir información': 'request_info', rechazar: 'reject' },
  },
  'crm/historial-transferencias': {
    resource: 'account_transfers',
    columns: {
      lote: 'batch_no',
      fecha: 'effective_on',
      de: 'from_user_id',
      a: 'to_user_id',
      entidades: 'item_count',
      'monto afectado': 'amounts',
      motivo: 'reason',
      ejecutó: 'executed_by_id',
      estado: 'status',
    },
    filters: {
      user: ['from_user_id', 'to_user_id', 'executed_by_id'],
      date: 'effective_on',
      entity: thread(/alcance|tabla/i),
    },
    actions: { revertir: 'revert' },
  },
  'prevanta/distribucion-cartera': {
    resource: 'portfolio_rules',
    screens: ['presales/board.tsx', 'presales/board-dialogs.tsx', 'presales/seller-column.tsx'],
    columns: {
      vendedor: /seller\.label/,
      clientes: /<dt>Clientes</,
      'ventas 12 m': /<dt>Ventas 12 m</,
      pipeline: /<dt>Pipeline ponderado</,
      meta: /<dt>Meta del año</,
      concentración: /<dt>De todos</,
      carga: /<dt>Carga</,
    },
    filters: {
      team: planning(/label="Equipo"/),
      category: planning(/label="Categoría"/),
      locality: planning(/label="Localidad"/),
    },
    actions: {
      mover: /Mover todos a…/,
      cobertura: /Cobertura temporal/,
      simular: /antes y después/,
      publicar: /Publicar el borrador/,
    },
  },
  'prevanta/presupuesto-ventas': {
    resource: 'sales_budgets',
    imports: true,
    columns: {
      'eje × 12 meses': 'sales_budget_lines:m12',
      total: 'total',
      AA: planning(/anterior/i),
      'var.': planning(/variación|diferencia/i),
    },
    filters: {
      year: 'fiscal_year',
      version: 'version',
      company: 'company_id',
      platform: planning(/plataforma/i),
    },
    actions: {
      'repartir por estacionalidad': planning(/repartir|estacionalidad/i),
      'copiar versión': 'new_version',
    },
  },
  'prevanta/presupuesto-cliente': {
    resource: 'client_budgets',
    imports: true,
    columns: {
      cliente: 'client_id',
      marca: 'brand_id',
      agencia: 'agency_id',
      plataforma: 'platform_id',
      meses: ['m01', 'm06', 'm12'],
      total: 'total',
      invertido: ['booked', 'billed'],
      brecha: 'gap',
    },
    filters: {
      seller: planning(/vendedor/i),
      gap: planning(/brecha/i),
      source: 'source',
    },
    actions: {
      '± %': planning(/ajustar/i),
      'enviar brecha a Target List': planning(/target list|lista objetivo/i),
    },
  },
  'prevanta/metas-ejecutivo': {
    resource: 'rep_goals',
    imports: true,
    columns: {
      // The name is made of the seller and the year.
      vendedor: 'name',
      métrica: 'metric',
      meses: ['m01', 'm06', 'm12'],
      meta: 'total',
      real: 'reached',
      '%': 'reached_pct',
      ritmo: planning(/ritmo/i),
    },
    filters: { period: 'fiscal_year', team: planning(/equipo/i), metric: 'metric' },
    actions: {
      'copiar año': planning(/copiar/i),
      prorratear: planning(/prorratear/i),
      'congelar mes': planning(/congelar/i),
    },
  },
  'ventas/oportunidades': {
    resource: 'opportunities',
    imports: true,
    columns: {
      nº: 'number',
      nombre: 'name',
      cliente: 'client_id',
      agencia: 'agency_id',
      etapa: 'stage_id',
      'prob.': 'probability_pct',
      monto: 'expected_amount',
      ponderado: 'weighted_amount',
      cierre: 'expected_close_date',
      'edad en etapa': 'stage_since',
      próxima: 'next_activity_at',
      vendedor: 'owner_id',
    },
    filters: {
      stage: 'stage_id',
      'close month': 'expected_close_date',
      stale: 'stale_on',
      source: 'lead_source_id',
      platform: 'platform_ids',
    },
    actions: {
      etapa: 'move',
      dueño: 'bulk owner_id',
      fecha: 'bulk expected_close_date',
      'perder con motivo': 'lose',
    },
  },
  'ventas/oportunidades-ref': {
    resource: 'opportunities',
    screens: ['sales/opportunities/referred-opportunities.tsx'],
    columns: {
      referente: /'referrer'/,
      'recompensa est.': /'reward_type'/,
      'recompensa deveng.': billing(/devengada/i),
    },
    filters: { referrer: 'referral_id', 'reward state': billing(/estado de la recompensa/i) },
    actions: { 'liquidar recompensa': billing(/liquidar/i) },
  },
  'ventas/presupuestos': {
    resource: 'quotes',
    imports: true,
    columns: {
      nº: 'number',
      versión: 'version',
      cliente: 'client_id',
      agencia: 'agency_id',
      vuelo: 'flight',
      bruto: 'gross',
      'desc. %': 'max_discount_pct',
      neto: 'net',
      total: 'total',
      disponibilidad: quoting(/disponib/i),
      vence: 'valid_until',
      estado: 'status',
    },
    filters: {
      state: 'status',
      expiring: 'valid_until',
      'over limit': quoting(/límite|descuento/i),
      seller: 'owner_id',
    },
    actions: {
      aprobar: 'request_approval',
      'extender vigencia': 'bulk valid_until',
      duplicar: quoting(/duplicar|copiar/i),
      PDF: quoting(/PDF|imprimir/i),
    },
  },
  'ventas/pipeline': {
    resource: 'opportunities',
    screens: ['sales/pipeline'],
    columns: { 'kanban + sums': /Oportunidades por etapa/ },
    filters: {
      seller: 'owner_id',
      team: quoting(/equipo/i),
      platform: 'platform_ids',
      period: 'expected_close_date',
    },
    actions: { 'mover (undo)': /onMove=/, 'commit semanal': quoting(/compromiso|commit/i) },
  },
  'ventas/ocupacion-disponibilidad': {
    resource: 'holds',
    screens: ['inventory/availability'],
    columns: {
      matrix: /Disponibilidad por espacio y día/,
      nº: 'number',
      cliente: 'client_id',
      espacio: 'inventory_item_id',
      periodo: 'flight',
      unidades: 'units_per_day',
      rango: 'rank',
      vence: 'expires_at',
      dueño: 'owner_id',
    },
    filters: {
      platform: /label="Plataforma"/,
      program: availability(/label="Programa"/),
      franja: availability(/label="Franja/),
      locality: availability(/label="Localidad"/),
      'only free': /label="Libre cada día, al menos"/,
    },
    actions: {
      reservar: /Reservar/,
      renovar: 'renew',
      liberar: 'release',
      promover: availability(/promover/i),
    },
  },
  'ventas/contratos': {
    resource: 'contracts',
    columns: {
      nº: 'number',
      cliente: 'client_id',
      agencia: 'agency_id',
      tipo: 'contract_type',
      vigencia: 'valid',
      neto: 'net',
      'consumido %': 'consumed_pct',
      'facturado %': 'billed_pct',
      'cobrado %': 'collected_pct',
      saldo: 'open_balance',
      estado: 'status',
    },
    filters: {
      expiring: 'valid',
      unsigned: 'status',
      'no material': delivery(/material/i),
      'over-consumed': delivery(/consum/i),
    },
    actions: {
      renovar: contracting(/renovar/i),
      PDF: contracting(/PDF|imprimir/i),
      'cambiar contacto': 'bulk billing_contact_id',
      'recordar firma': contracting(/recordar/i),
    },
  },
  'ventas/adendas': {
    resource: 'addenda',
    columns: {
      nº: 'number',
      contrato: 'contract_id',
      tipo: 'kinds',
      efectiva: 'effective_on',
      'Δ neto': 'delta_net',
      firmas: 'signed_on',
      estado: 'status',
    },
    filters: { state: 'status', contract: 'contract_id', 'sign of Δ': 'effect' },
    actions: { aprobar: 'request_approval', 'recordar firma': contracting(/recordar/i) },
  },
  'postventa/gestion-cupos': {
    resource: 'quotas',
    columns: {
      contrato: 'contract_id',
      línea: 'description',
      contratado: 'contracted',
      'bonif.': delivery(/bonif/i),
      colocado: 'placed',
      emitido: 'aired',
      pendiente: 'pending',
      vence: 'flight',
      ritmo: delivery(/ritmo/i),
    },
    filters: {
      'behind pace': delivery(/ritmo|atras/i),
      unplaced: 'unplaced',
      date: 'flight',
      program: delivery(/programa/i),
    },
    actions: {
      distribuir: 'place',
      mover: 'placements:move',
      compensar: 'placements:makegood',
      liberar: 'placements:cancel',
      importar: delivery(/importar/i),
    },
  },
  'postventa/fichas-tecnicas': {
    resource: 'tech_sheets',
    columns: {
      contrato: 'contract_id',
      línea: 'description',
      plantilla: 'tech_template_id',
      'avance %': 'progress_pct',
      material: delivery(/material/i),
      límite: 'due_on',
      estado: 'status',
    },
    filters: { 'due ≤7 d': 'due_on', observed: 'status', client: 'client_id' },
    actions: {
      recordar: delivery(/recordar/i),
      aprobar: 'approve',
      'plantilla nueva versión': 'tech_templates:new_version',
    },
  },
  'postventa/reportes-evidencias': {
    resource: 'evidence_reports',
    columns: {
      nº: 'number',
      contrato: 'contract_id',
      periodo: 'period',
      'cobertura %': 'coverage_pct',
      faltantes: ['aired', 'covered'],
      enviado: 'sent_at',
      respuesta: 'answered_at',
      estado: 'status',
    },
    filters: { state: 'status', 'coverage <100 %': 'coverage_pct', objected: 'status' },
    actions: {
      'generar por lote': delivery(/lote/i),
      enviar: 'send',
      ZIP: delivery(/zip/i),
      'importar logs': delivery(/log/i),
    },
  },
  'facturacion/facturacion-cobros': {
    resource: 'journal_entries',
    screens: ['billing/receivables.tsx', 'billing/aging-table.tsx', 'billing/workbench.tsx'],
    columns: {
      'por facturar': billing(/Por facturar/),
      'cartera buckets': /title="Cartera"/,
      promesas: billing(/Promesas/),
    },
    filters: {
      aging: /label="Antigüedad desde"/,
      collector: billing(/label="Cobrador"/),
      'reason of block': billing(/label="Motivo/),
    },
    actions: {
      correr: billing(/Correr|Facturar todo/),
      'asignar cobrador': billing(/Asignar cobrador/),
      'estado de cuenta': billing(/Estado de cuenta/),
    },
  },
  'facturacion/facturacion': {
    resource: 'invoices',
    columns: {
      NCF: 'fiscal_number',
      interno: 'internal_no',
      fecha: 'issue_date',
      vence: 'due_date',
      cliente: 'client_id',
      contrato: 'contract_id',
      neto: 'net',
      ITBIS: 'tax',
      total: 'total',
      saldo: 'balance',
      'e-CF': billing(/e-CF/),
      estado: 'status',
    },
    filters: {
      period: 'issue_date',
      type: 'doc_kind',
      overdue: ['due_date', 'payment_status'],
      'e-CF state': billing(/e-CF/),
    },
    actions: {
      emitir: 'issue',
      enviar: billing(/^enviar/i),
      'PDF/XML': billing(/PDF|XML|imprimir/i),
    },
  },
  'facturacion/comisiones-agencia': {
    resource: 'agency_commissions',
    columns: {
      agencia: 'agency_id',
      factura: 'invoice_id',
      base: 'base_amount',
      '%': 'pct',
      monto: 'amount',
      // A discount in the invoice leaves no row, so what differs is when it is earned.
      modo: 'accrual',
      exigible: 'due_amount',
      liquidación: billing(/liquidación/i),
      estado: billing(/estado/i),
    },
    filters: { agency: 'agency_id', state: billing(/estado/i), period: 'accrued_on' },
    actions: { liquidar: billing(/liquidar/i), 'ajustar con motivo': billing(/ajustar/i) },
  },
  'facturacion/registro-cobros': {
    resource: 'payments',
    imports: true,
    columns: {
      recibo: 'receipt_no',
      fecha: 'received_on',
      pagador: ['client_id', 'agency_id'],
      método: 'method',
      referencia: 'reference',
      monto: 'amount',
      aplicado: 'applied',
      'sin aplicar': 'unapplied',
      estado: 'status',
    },
    filters: { unapplied: 'unapplied', method: 'method', bank: 'bank_account_id', returned: 'status' },
    actions: { 'aplicar automático': 'apply_oldest', conciliar: 'reconcile', revertir: 'return' },
  },
  'inventario/inventario': {
    resource: 'inventory_items',
    imports: true,
    columns: {
      código: 'code',
      nombre: 'name',
      plataforma: 'platform_id',
      subdivisión: 'subdivision_id',
      categoría: 'inventory_category_id',
      unidad: 'capacity_unit',
      capacidad: 'capacity',
      'ocupación 30 d': inventory(/ocupación/i),
      'precio vigente': inventory(/precio/i),
      estado: 'status',
    },
    filters: {
      platform: 'platform_id',
      locality: 'locality_id',
      occupancy: inventory(/ocupación/i),
      'permit expiring': 'permit_until',
    },
    actions: {
      precio: inventory(/precio/i),
      categoría: 'bulk inventory_category_id',
      mantenimiento: 'maintain',
      'generar capacidad': inventory(/generar|calendario/i),
    },
  },
  'inventario/paquetes': {
    resource: 'packages',
    columns: {
      código: 'code',
      nombre: 'name',
      vigencia: 'valid',
      componentes: inventory(/componentes/i),
      precio: 'price',
      disponible: inventory(/disponible/i),
      vendidos: inventory(/vendidos/i),
      estado: 'status',
    },
    filters: { 'valid now': 'valid', 'sold out': 'status' },
    actions: { publicar: 'publish', clonar: 'copy' },
  },
  'inventario/gestion-fichas-tecnicas': {
    resource: 'tech_templates',
    columns: {
      código: 'code',
      plataforma: 'platform_id',
      artículo: 'ad_article_id',
      versión: 'version',
      materiales: inventory(/materiales/i),
      'en uso': inventory(/uso/i),
      estado: 'status',
    },
    filters: { platform: 'platform_id', state: 'status' },
    actions: { publicar: 'publish', clonar: 'copy', comparar: inventory(/comparar/i) },
  },
  'inventario/gestion-precios': {
    resource: 'price_lists',
    imports: true,
    columns: {
      lista: 'name',
      tipo: 'kind',
      moneda: 'currency_code',
      vigencia: 'valid',
      ítems: inventory(/ítems|precios/i),
      'Δ vs anterior': 'adjust_pct',
      estado: 'status',
    },
    filters: { 'valid on date': 'valid', kind: 'kind' },
    actions: { 'ajuste masivo': 'adjust', simular: inventory(/simular/i), publicar: 'publish' },
  },
  'implementacion/implementacion': {
    resource: 'work_orders',
    columns: {
      OT: 'number',
      tipo: 'kind',
      contrato: 'contract_id',
      cliente: 'client_id',
      inicio: 'planned_start',
      responsable: 'assignee_id',
      bloqueo: 'blockers',
      SLA: 'sla_due',
      estado: 'status',
    },
    filters: {
      'starts ≤7 d': 'planned_start',
      blocked: delivery(/impide|bloque/i),
      crew: 'assignee_id',
      platform: delivery(/plataforma/i),
    },
    actions: {
      asignar: 'bulk assignee_id',
      reprogramar: 'bulk planned_start',
      'exportar guía': delivery(/guía/i),
    },
  },
  'gestion/usuarios': {
    resource: 'users',
    screens: ['admin/users'],
    imports: true,
    columns: {
      foto: thread(/profile_photo/),
      nombre: 'full_name',
      correo: 'email',
      roles: 'role_ids',
      equipo: 'reports_to_id',
      estado: 'status',
      'último acceso': 'last_login_at',
    },
    filters: {
      role: 'role_ids',
      state: 'status',
      pending: 'status',
      'no 2FA': thread(/^(Sin v|V)erificación en dos pasos$/),
    },
    actions: { rol: 'bulk role_ids', suspender: 'suspend', 'cerrar sesiones': /confirm="Cerrar sesiones"/ },
  },
  'gestion/roles': {
    resource: 'roles',
    screens: ['admin/roles'],
    exports: false,
    columns: {
      rol: 'display_name',
      usuarios: /Personas que pueden/,
      permisos: /Matriz de permisos/,
      sistema: 'is_system',
    },
    filters: { permission: /label="Buscar permisos"/ },
    actions: { comparar: /label: 'Comparar'/, clonar: /Copiar/, probar: /label: 'Por usuario'/ },
  },
  'gestion/configuracion': {
    screens: ['admin/settings'],
    exports: false,
    columns: {
      clave: /Historial de «\$\{field\.label\}»/,
      valor: /Inicial: /,
      alcance: thread(/alcance/i),
      cambió: /Último cambio: /,
    },
    filters: { group: /settingGroups/, changed: thread(/Solo (las|los) cambiad/) },
    actions: { restablecer: /Restablecer/, exportar: /Exportar/ },
  },
  // All catalogues are derived in the same way.
  'gestion/catalogos': {
    resource: 'agency_types',
    screens: ['catalogues'],
    imports: true,
    exports: false,
    columns: {
      orden: 'sort_order',
      código: 'code',
      nombre: 'name',
      extra: 'inventory_categories:platform_id',
      usos: /count \? timesUsed\(count\) : 'Usos'/,
      activo: 'is_active',
    },
    filters: { active: 'is_active', unused: thread(/label="[^"]*sin uso/i) },
    actions: { ordenar: /Ordenar/, activar: 'bulk is_active', fusionar: /Fusionar con otro valor/ },
  },
  'multimedia/videos': library,
  'multimedia/imagenes': library,
  'multimedia/audio': library,
  'reportes/actividad': {
    screens: ['reports/activity.tsx'],
    exports: false,
    columns: {
      hora: /<time/,
      usuario: /event\.actor/,
      evento: /event\.action_label/,
      objeto: /event\.about\.title/,
      monto: planning(/monto/i),
    },
    filters: { user: /label="Usuario"/, kind: /label="Acción"/, object: /label="Tipo de registro"/ },
    actions: { exportar: planning(/Exportar/) },
  },
  'reportes/estadisticas': {
    screens: ['reports/usage.tsx'],
    exports: false,
    columns: {
      pantalla: /Pantalla/,
      visitas: /Acciones/,
      usuarios: /Personas/,
      p95: /p95/,
      errores: /Errores/,
    },
    filters: { period: /label="Período"/, role: thread(/label="Rol"/) },
    actions: {},
  },
  'reportes/logs': {
    resource: 'audit_entries',
    screens: ['reports/logs.tsx', 'reports/log-filters.tsx', 'reports/chain-card.tsx'],
    exports: false,
    columns: {
      hora: 'at',
      actor: 'actor_id',
      IP: 'ip',
      entidad: 'entity',
      acción: 'action',
      campos: 'fields',
    },
    filters: { entity: 'entity', field: /Dato que cambió/, user: 'actor_id', 'hash state': /cadena/i },
    actions: { 'verificar cadena': /Verificar/ },
  },
};
