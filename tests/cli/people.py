"""Rows that models of the commands learn later."""

MORE = "text,label\nnew words here,news\nwin noon,spam\n"
PEOPLE = (
    "text,who,age,label\nwin a prize,ann,31,spam\nlunch today,bob,40,ham\nwin lunch,ann,23,spam\n"
)
NEWCOMER = "text,who,age,label\nprize lunch for zoe,zoe,52,ham\n"
