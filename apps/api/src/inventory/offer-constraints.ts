import type { ConstraintMeanings } from '../platform/database/constraints.ts';

/** Messages for the constraints of price lists, packages and templates (0046_offer.sql, 0059_package_capacity.sql,
 * 0063_price_rules.sql, 0066_whole_packages.sql). */
export const offerConstraints: ConstraintMeanings = {
  price_lists_code_key: {
    field: 'code',
    message: 'Ese código ya es de otra lista de precios, quizás archivada.',
  },
  price_lists_one_current: {
    field: 'valid',
    message:
      'Otra lista del mismo tipo, compañía y plataforma ya está vigente en parte de esas fechas. Termine su vigencia o cambie las fechas de esta.',
  },
  prices_one_target: {
    message: 'Cada precio es de un espacio, de un artículo o de una categoría: deje solo uno.',
  },
  prices_floor_below_price: { message: 'El precio mínimo no puede pasar del precio.' },
  prices_once: {
    message:
      'La lista ya tiene un precio de ese espacio, artículo o categoría, en la misma unidad y desde la misma cantidad. Cambie ese precio.',
  },
  price_rules_once: {
    field: 'rules',
    message:
      'Dos recargos o descuentos de la lista tienen el mismo código. Escriba otro código en uno de ellos.',
  },
  price_rules_one_value: {
    message: 'Cada recargo tiene un porcentaje o un monto por unidad; un descuento, un porcentaje.',
  },
  price_rules_discount_of_all: { message: 'Un descuento no puede pasar de 100 %.' },
  tariff_links_one_list: {
    field: 'public_path',
    message:
      'Esa dirección ya abre otra tarifa en parte de esas fechas. Quite antes el enlace de esa lista, o elija otra dirección.',
  },
  packages_code_key: { field: 'code', message: 'Ese código ya es de otro paquete, quizás archivado.' },
  packages_price_of_its_own: { field: 'price', message: 'Escriba el precio del paquete.' },
  packages_fully_allocated: {
    message: 'Las partes del precio de los componentes de un paquete publicado deben sumar 100 %.',
  },
  packages_fixed_components: {
    message:
      'Un paquete fijo no tiene componentes opcionales. Hágalo configurable, o quite la marca de opcional.',
  },
  packages_limit_above_sold: {
    field: 'max_sales',
    message: 'Ya se vendieron más: indique al menos lo vendido.',
  },
  package_items_limits: { message: 'La cantidad de un componente está entre su mínimo y su máximo.' },
  order_lines_package_min_qty: {
    message: 'De un paquete de los renglones se pide menos de su mínimo. Pida más o cambie el renglón.',
  },
  order_lines_package_choice: {
    message: 'Los componentes elegidos de un paquete no son los que admite. Elíjalos de nuevo en el renglón.',
  },
  order_lines_package_sold_out: {
    message:
      'Un paquete de los renglones llegó a sus ventas máximas. Quite el renglón, pida menos, o amplíe el límite en el paquete.',
  },
  order_lines_package_valid: {
    message:
      'Un paquete de los renglones no está vigente el día de la firma. Cambie el renglón o amplíe la vigencia del paquete.',
  },
  package_items_one_target: { message: 'Cada componente es un espacio o un artículo: deje solo uno.' },
  tech_templates_version_key: {
    field: 'code',
    message: 'Ya hay una plantilla con ese código. Para cambiarla, ábrala y elija «Nueva versión».',
  },
  tech_templates_one_published: {
    message: 'Otra versión de esta plantilla se publicó a la vez. Recargue y revise cuál debe quedar.',
  },
  tech_template_fields_bounds: { message: 'El máximo debe ser igual o mayor que el mínimo.' },
  tech_template_materials_kbps: { message: 'La tasa máxima debe ser igual o mayor que la mínima.' },
  tech_template_materials_loudness: {
    message: 'Escriba la sonoridad a la que se aplica la tolerancia.',
  },
  tech_template_materials_duration: { message: 'La duración máxima debe ser igual o mayor que la mínima.' },
};
