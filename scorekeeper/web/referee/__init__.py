"""The referee's pages: whose turn, drawing, judge, void watch, outlook, rulings, house rules."""
