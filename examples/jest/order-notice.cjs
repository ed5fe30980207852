/** Sends a customer the notice that an order can be collected. */
exports.sendOrderNotice = (client, { number, phone }) =>
  client.messages.sendOne({
    to: phone,
    from: { type: 'custom', value: 'DEMO' },
    body: `Your order ${number} is ready for collection.`,
  });
