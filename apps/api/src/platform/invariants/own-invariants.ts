import sql from 'sql-template-tag';
import type { Invariant } from './invariant.ts';

// PostgreSQL executes a trigger with 'O' (origin) or 'A' (always); 'D' and 'R' never run for the API.
const runs = sql`tgenabled IN ('O', 'A')`;

// Records of the business: `imports` are working files, which count their versions themselves.
const isTracked = sql`c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.oid <> 'imports'::regclass`;

/** What the platform guarantees to every area: totals, the log, versions and idempotent requests. */
export const ownInvariants: readonly Invariant[] = [
  {
    name: 'document_totals',
    number: 'I7',
    title: 'Los totales de cada documento son la suma de sus líneas',
    meaning:
      'Presupuestos, contratos, adendas, facturas, asientos, paquetes y planes muestran en su encabezado exactamente lo que suman sus líneas.',
    enforcedBy: 'Disparador de la base de datos al final de cada transacción',
    offending: sql`
      SELECT resource, id, label, 'Sus totales no son la suma de sus líneas.' AS wrong FROM totals_differences()`,
  },
  {
    name: 'audit_chain',
    number: 'I14',
    title: 'La auditoría no se ha tocado',
    meaning:
      'Cada movimiento lleva la huella del anterior: si alguien cambia o borra uno por fuera del sistema, la cadena deja de cuadrar.',
    enforcedBy: 'Cadena de huellas SHA-256; la base de datos no permite cambiar ni borrar movimientos',
    offending: sql`
      SELECT 'audit_entries' AS resource, NULL AS id, 'Posición ' || broken AS label,
        'El movimiento en esta posición de la cadena se cambió o se borró.' AS wrong
      FROM audit_verify() AS broken WHERE broken IS NOT NULL`,
  },
  {
    name: 'guards',
    number: 'I14',
    title: 'Todo cambio queda en la auditoría, y ninguna defensa está apagada',
    meaning:
      'Cada tabla con registros del negocio anota quién la cambió, cuándo, y qué había antes y después; y la base de datos revisa cada escritura.',
    enforcedBy: 'Disparadores de la base de datos en cada tabla',
    offending: sql`
      SELECT NULL AS resource, NULL AS id, t.tgrelid::regclass::text AS label,
        'Esta tabla tiene una defensa apagada: ' || t.tgname || '.' AS wrong
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT ${runs}
      UNION ALL
      SELECT NULL, NULL, c.oid::regclass::text, 'Esta tabla no anota sus cambios en la auditoría.'
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'row_version'
      WHERE ${isTracked} AND NOT EXISTS (
        SELECT FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
        WHERE t.tgrelid = c.oid AND f.proname IN ('audit_change', 'audit_lines'))`,
  },
  {
    name: 'row_versions',
    number: 'I15',
    title: 'Nadie pisa el cambio de otra persona',
    meaning:
      'Cada registro cuenta sus versiones. Quien guarda sobre una versión vieja ve qué cambió entretanto, en vez de borrarlo.',
    enforcedBy: 'La versión que cada escritura exige, y el disparador que la cuenta en cada tabla',
    offending: sql`
      SELECT NULL AS resource, NULL AS id, c.oid::regclass::text AS label,
        'Esta tabla no cuenta las versiones de sus registros.' AS wrong
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'row_version'
      WHERE ${isTracked} AND NOT EXISTS (
        SELECT FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
        WHERE t.tgrelid = c.oid AND f.proname = 'touch_row' AND ${runs})`,
  },
  {
    name: 'idempotency',
    number: 'I19',
    title: 'Repetir una solicitud no la ejecuta dos veces',
    meaning:
      'Si se corta la conexión al emitir, firmar o cobrar, el segundo intento recibe la respuesta del primero.',
    enforcedBy: 'Llave única por solicitud, guardada en la transacción de su efecto',
    offending: sql`
      SELECT NULL AS resource, NULL AS id, route AS label, 'Una solicitud quedó anotada sin su respuesta.' AS wrong
      FROM idempotency_keys WHERE status IS NULL
      UNION ALL
      SELECT NULL, NULL, 'idempotency_keys', 'La llave única de las solicitudes no existe o no vale.'
      WHERE NOT EXISTS (
        SELECT FROM pg_index
        WHERE indrelid = 'idempotency_keys'::regclass AND indisunique AND indisvalid AND indislive)`,
  },
];
