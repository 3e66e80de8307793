import type { TermsText } from '@pauta/domain/sales/contracts/contract-content.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../insert-rows.ts';
import type { Random } from '../random.ts';

const terms: TermsText = {
  name: 'Condiciones generales de pauta publicitaria',
  body: `Entre {{compania}}, identificación {{compania_identificacion}}, en adelante «el Medio», representada por {{firmantes_compania}}, y {{pagador}}, identificación {{pagador_identificacion}}, representada por {{firmantes_pagador}}, se conviene el contrato {{numero}}, «{{nombre}}», para la publicidad de {{cliente}}, en adelante «el Anunciante», bajo estas condiciones.

# Objeto y vigencia
El Medio difunde la publicidad del Anunciante en los espacios, los días y las cantidades de los renglones de este contrato. El vuelo es {{vuelo}} y la vigencia, {{vigencia}}. Lo que no conste en los renglones o en una adenda firmada no obliga a las partes.

# Precio e impuestos
El neto es de {{neto}}; la base imponible, de {{base}}; el impuesto, de {{impuesto}}, y el total, de {{total}}. Los impuestos son los vigentes en la fecha de cada factura: si la ley los cambia, cambia el total y no el precio. Una retención se acredita con el comprobante de quien la practica.

# Facturación y pago
Se factura a {{pagador}} según el plan «{{plan_facturacion}}» y se paga según el término «{{termino_credito}}», contado desde la fecha de la factura. Las cuotas, sin impuesto, son: {{cuotas}}. Una factura se objeta por escrito dentro de los cinco días hábiles de recibida; lo no objetado se paga a su vencimiento. Con facturas vencidas, el Medio puede suspender la pauta previo aviso.

# Material
El Anunciante entrega el material con las especificaciones y el plazo de la ficha técnica de cada espacio. Si llega tarde o no cumple lo pedido:
- el Medio puede ocupar el espacio con otra pauta del mismo Anunciante;
- los espacios que por ello no se usen se facturan como difundidos;
- los gastos de adaptarlo son del Anunciante.

# Contenido
El Anunciante responde de la veracidad y la licitud de su publicidad, y de los derechos de autor, de imagen y de marca de lo que entrega. El Medio puede rechazar material contrario a la ley o a sus normas de programación e indica el motivo por escrito. La publicidad de productos regulados se difunde con su permiso vigente.

# Reposición
Lo que no se difunda, o se difunda con defectos por causas del Medio, se repone en un espacio de valor equivalente dentro del vuelo o, si las partes lo acuerdan, después. Lo que no pueda reponerse se acredita al precio neto del renglón. El Medio informa de cada omisión al entregar la evidencia de lo difundido.

# Cancelación y penalidad
Cualquiera de las partes puede cancelar con un aviso escrito de {{aviso}}. Lo difundido hasta el fin del aviso se paga íntegro. Por lo contratado que no se difunda, quien cancela paga una penalidad de {{penalidad}} de su neto. No hay penalidad si el Medio incumple y no lo corrige dentro de los cinco días hábiles de reclamado.

# Publicidad política
La propaganda de partidos, precandidatos y candidatos se contrata con la lista de precios política publicada, se paga antes de difundirse, se identifica como tal y respeta los periodos y límites de la ley electoral. El Medio no difunde lo que no esté cobrado.

# Responsabilidad
La responsabilidad del Medio por una omisión o un defecto se limita al precio neto de los espacios afectados. Ninguna de las partes responde por caso fortuito o fuerza mayor, como fallas de energía, catástrofes o disposiciones de la autoridad; lo afectado se repone o se acredita.

# Datos personales y confidencialidad
Cada parte trata los datos personales de la otra solo para cumplir este contrato, conforme a la ley, y los elimina cuando dejan de ser necesarios. Los precios y condiciones son confidenciales, salvo los que la ley ordena publicar.

# Modificaciones
Este contrato cambia solo por adendas firmadas por quienes tienen poder para ello. La firma electrónica por enlace, con el código enviado a quien firma, tiene entre las partes el mismo valor que la manuscrita.

# Ley y jurisdicción
Las partes procuran resolver de buena fe sus diferencias. Lo no previsto se rige por la ley del domicilio del Medio, y la jurisdicción es la que las partes acuerden por escrito o, a falta de acuerdo, la que determine la ley.`,
};

/** The text of contracts that the group has in use. */
export const insertContractText = async (
  tx: Transaction,
  random: Random,
  today: Date,
): Promise<TermsText> => {
  const since = new Date('2025-01-06T12:00:00Z');
  await insertRows(tx, 'contract_texts', [
    {
      id: random.id(since),
      ...terms,
      status: 'in_use',
      used_on: today.toISOString().slice(0, 10),
      created_at: since,
    },
  ]);
  return terms;
};
