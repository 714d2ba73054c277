// A hand that is pointed at opens.
{
  const open = () => {
    const hand = document.getElementById(location.hash.slice(1));
    if (hand?.matches("details")) hand.open = true;
  };
  addEventListener("hashchange", open);
  open();
}
